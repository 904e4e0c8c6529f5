for try in $(seq 60); do
    ctr version > /dev/null 2>&1 && echo answers && exit
    sleep 0.2
done
echo silent
