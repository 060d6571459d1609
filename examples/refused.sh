#!/usr/bin/env bash
# refused.sh MPIRUN NP APP ARGUMENT..: passes when the application ends with status 2 and the first thing it
# says is a line of its own.
set -u
mpirun=$1 ranks=$2 app=$3
shift 3
said=$("$mpirun" --oversubscribe -np "$ranks" "$app" "$@" 2>&1 >/dev/null)
status=$?
printf '%s\n' "$said"
[ "$status" -eq 2 ] || { echo "exit status $status"; exit 1; }
case ${said%%$'\n'*} in
"${app##*/}: "* | "usage: ${app##*/} "*) ;;
*) exit 1 ;;
esac
