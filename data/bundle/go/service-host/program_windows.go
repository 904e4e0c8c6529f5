package main

import (
	"io"
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// A running program and everything that it started.
type program struct {
	job   windows.Handle
	ended chan error
}

func start(words []string, output io.Writer) (*program, error) {
	job, err := newJob()
	if err != nil {
		return nil, err
	}
	command := exec.Command(words[0], words[1:]...)
	command.Stdout = output
	command.Stderr = output
	if err := command.Start(); err != nil {
		return nil, err
	}
	if err := join(job, uint32(command.Process.Pid)); err != nil {
		command.Process.Kill()
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	return &program{job: job, ended: ended}, nil
}

// A job ends with its last handle, so nothing outlives this process, however that ends.
func newJob() (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	return job, err
}

func join(job windows.Handle, process uint32) error {
	handle, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, process)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(handle)
	return windows.AssignProcessToJobObject(job, handle)
}

// Ends the program and all that it started, and waits for it.
func (p *program) kill() {
	windows.TerminateJobObject(p.job, 1)
	<-p.ended
}
