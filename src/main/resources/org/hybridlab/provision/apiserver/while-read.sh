# Runs a program until standard input ends, then removes a folder. while-read.sh FOLDER PROGRAM [ARGUMENT...]
exec 3<&0
folder=$1
shift
"$@" < /dev/null 3<&- &
program=$!
# Who reads the output may be gone.
trap '' PIPE
(read -r _ <&3; kill -9 $program) &
reader=$!
wait $program
status=$?
kill $reader
rm -rf "$folder"
exit $status
