"""Other recorders to compare with. Where the environment variable of one names its library, to be preloaded, it is measured
in the same run; where not, what it took with the published versions stands in for it."""
import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Mode:
    """One way to run a peer. Published: CPU added to a call in ns, sizes of a trace in bytes; None: not known."""
    peer: str
    name: str
    settings: tuple = ()  # of its environment
    variable: str = ""  # names the library; "": cannot be measured here
    added_ns: float | None = None
    stencil: tuple = ()  # at 4, 16 and 64 ranks
    random: int | None = None

    def __str__(self):
        return f"{self.peer}, {self.name}"

    def library(self):
        named = os.environ.get(self.variable) if self.variable else None
        return Path(named).resolve(strict=True) if named else None

    def environment(self):
        return {"LD_PRELOAD": str(self.library()), **dict(self.settings)}

    def command(self):
        """What comes before the program and its arguments."""
        return ["env", *(f"{name}={value}" for name, value in self.environment().items())]


MPIP, PILGRIM = "MPIP_LIBRARY", "PILGRIM_LIBRARY"
MODES = (
    Mode("mpiP", "no call sites", (("MPIP", "-k 0"),), MPIP, 78),
    Mode("mpiP", "call sites", (("MPIP", "-k 1"),), MPIP, 2200),
    Mode("mpiP", "call sites of 4 frames", (("MPIP", "-k 4"),), MPIP, 3800),
    Mode("Pilgrim", "no times", (("PILGRIM_TIMING_MODE", "AGGREGATED"),), PILGRIM, 840,
         (1438, 3302, 3494), 429000),
    Mode("Pilgrim", "times", (("PILGRIM_TIMING_MODE", "CFG"),), PILGRIM, 930,
         (14100, 48000, 271000)),
    Mode("ScalaTrace V2", "times", added_ns=2900, stencil=(4800, 5900, 6100), random=26000),
)


def present():
    """The modes that can be measured here."""
    return [mode for mode in MODES if mode.library()]


def say_missing():
    for peer, variable in sorted({(mode.peer, mode.variable) for mode in MODES if mode.variable}):
        if not os.environ.get(variable):
            print(f"{peer} is not measured: {variable} names no library of it", flush=True)
