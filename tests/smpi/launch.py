#!/usr/bin/env python3
"""scalatrace --smpi as a launcher: arguments, exit statuses, refusals, signals, and what is left behind. TAP, with
scalatrace and scalastat on PATH."""
import glob, os, pathlib, shutil, signal, subprocess, tempfile, time

from tap import end, result

HERE = pathlib.Path(__file__).resolve().parent


def left_behind():
    return set(glob.glob('/dev/shm/scalatrace.*'))


def run(*words, **env):
    return subprocess.run([str(word) for word in words], env={**os.environ, **env}, timeout=120,
                          capture_output=True, text=True, check=False)


def refuses(what, status, text, *words, **env):
    done = run(TOOL, *words, **env)
    result(done.returncode == status and text in done.stderr and done.stderr.count('\n') == 1,
           f'{what}: status {status}, a line on stderr', done.returncode, done.stderr)


def ends_by(number_of_signal, program, trace):
    before = left_behind()
    child = subprocess.Popen([TOOL, '--smpi', '4', '-o', trace, '--', program, 'spin'], stdout=subprocess.PIPE,
                             preexec_fn=lambda: signal.signal(number_of_signal, signal.SIG_DFL))
    child.stdout.readline()  # it is in there
    child.send_signal(number_of_signal)
    try:
        status = child.wait(timeout=60)
    except subprocess.TimeoutExpired:
        status = 'does not end'
        child.terminate()
    child.stdout.close()
    time.sleep(0.1)
    simulators = [path for path in glob.glob('/proc/[0-9]*/cmdline') if str(program) in read(path)]
    result(status == -number_of_signal and not simulators and left_behind() <= before,
           f'{signal.Signals(number_of_signal).name} ends all of it', status, simulators, left_behind() - before)


def read(path):
    try:
        return pathlib.Path(path).read_bytes().decode(errors='replace')
    except OSError:
        return ''


TOOL = shutil.which('scalatrace')


def main(folder):
    before = left_behind()
    program, native, stop, trace = (folder / name for name in ('a program', 'native', 'stop', 'trace'))
    run('smpicc', '-D_GNU_SOURCE', HERE / 'ends.c', '-o', program).check_returncode()
    run('mpicc', '-D_GNU_SOURCE', HERE / 'ends.c', '-o', native).check_returncode()
    run('smpif90', HERE / 'stop.f90', '-o', stop).check_returncode()
    smpi = ('--smpi', '4', '-o', trace, '--')

    words = ['a b', '', "it's", '*', '--version', '--help']
    done = run(TOOL, *smpi, program, '0', *words, '--cfg=smpi/wtime:0', TMPDIR=str(folder))
    wanted = ''.join(f'[{word}]' for word in words) + f' TMPDIR {folder} LD_PRELOAD set\n'
    result(done.returncode == 0 and done.stdout == wanted, 'arguments and TMPDIR arrive as they were',
           done.stdout, done.stderr)
    text = trace.read_text() if trace.exists() else ''
    result('\nranks 4\nmeta program "a program"\n' in text and '\nmodule 0 "a program"\n' in text,
           'the trace names the program, not a copy of it', text[:200])
    result(run(TOOL, *smpi, program, '7').returncode == 7, 'the exit status is that of the program')
    trace.unlink()
    result(run(TOOL, *smpi, program, 'abort').returncode == 128 + signal.SIGABRT and not trace.exists(),
           'a program that aborts leaves no trace')
    for there in (False, True):
        if there:
            trace.write_text('of another run')
        done = run(TOOL, *smpi, program, 'wait')
        result(done.returncode == 1 and 'no trace was written' in done.stderr and trace.exists() == there,
               'a deadlock that the simulator finds leaves no trace, and fails', done.returncode, done.stderr)
    trace.unlink()
    done = run(TOOL, '--anonymous', *smpi, program, 'wait')
    result(done.returncode == 1 and 'no trace was written' in done.stderr and not trace.exists(),
           'nor does it without names', done.returncode, done.stderr)
    done = run(TOOL, '--smpi', '16', '-o', trace, '--', stop)
    result(done.returncode == 0 and trace.exists(), 'STOP of Fortran ends one rank', done.stderr)

    for wrong in ('0', '4097', '-1', 'many'):
        refuses(f'{wrong} ranks', 2, '--smpi wants an integer from 1 to 4096', '--smpi', wrong, '--', program)
    refuses('no program', 127, 'No such file', *smpi, folder / 'nothing')
    refuses('a folder', 126, 'Is a directory', *smpi, folder)
    refuses('a program for another MPI library', 126, 'was not built with smpicc or smpif90', *smpi, native)
    refuses('a script', 126, 'was not built with smpicc or smpif90', *smpi, HERE / 'launch.py')
    refuses('no smpirun', 1, 'smpirun was not found', *smpi, program, PATH=str(folder))
    refuses('--print-env', 2, '--smpi needs no environment', '--smpi', '4', '--print-env')
    result(left_behind() <= before, 'nothing is left behind', left_behind() - before)
    for which in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        ends_by(which, program, trace)


with tempfile.TemporaryDirectory() as where:
    main(pathlib.Path(where))
end()
