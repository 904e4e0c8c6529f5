package main

import (
	"fmt"
	"time"

	"golang.org/x/sys/windows/svc"
)

// A failed exit makes Windows restart the service, see "sc.exe failureflag".
const failed = 1

type service struct {
	log   string
	limit int64
	words []string
}

// Execute is called by Windows' service manager, see golang.org/x/sys/windows/svc.
func (s *service) Execute(_ []string, requests <-chan svc.ChangeRequest, states chan<- svc.Status) (bool, uint32) {
	states <- svc.Status{State: svc.StartPending}
	log, err := openLog(s.log, s.limit)
	if err != nil {
		return true, failed
	}
	defer log.Close()
	program, err := start(s.words, log)
	if err != nil {
		say(log, "%s could not be started: %v", s.words[0], err)
		return true, failed
	}
	states <- svc.Status{State: svc.Running, Accepts: svc.AcceptStop | svc.AcceptShutdown}
	for {
		select {
		case err := <-program.ended:
			say(log, "%s ended: %v", s.words[0], err)
			return true, failed
		case request := <-requests:
			switch request.Cmd {
			case svc.Interrogate:
				states <- request.CurrentStatus
			case svc.Stop, svc.Shutdown:
				states <- svc.Status{State: svc.StopPending}
				program.kill()
				say(log, "%s was stopped", s.words[0])
				return false, 0
			}
		}
	}
}

func say(log *boundedLog, format string, values ...any) {
	fmt.Fprintf(log, "service-host %s %s\n", time.Now().UTC().Format(time.RFC3339), fmt.Sprintf(format, values...))
}
