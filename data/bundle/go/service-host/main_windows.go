// Service-host runs one program as a Windows service: Windows starts, watches and restarts it, and what it writes lands
// in a log of limited size. Kubernetes' own programs have lost their log files, flanneld never spoke to Windows'
// service manager, and the wrapper that others use for that comes from a site that may vanish.
//
//	service-host -name kubelet -log C:\var\log\kubelet\kubelet.log -log-megabytes 20 -- C:\k\kubelet.exe FLAG...
package main

import (
	"flag"
	"fmt"
	"os"

	"golang.org/x/sys/windows/svc"
)

func main() {
	name := flag.String("name", "", "name of the service")
	file := flag.String("log", "", "file that gets what the program writes")
	megabytes := flag.Int64("log-megabytes", 20, "size at which the log becomes FILE.1, in place of the one before")
	flag.Parse()
	if *name == "" || *file == "" || flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: service-host -name NAME -log FILE [-log-megabytes N] -- PROGRAM ARGUMENT...")
		os.Exit(2)
	}
	if err := svc.Run(*name, &service{log: *file, limit: *megabytes << 20, words: flag.Args()}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
