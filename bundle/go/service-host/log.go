package main

import (
	"os"
	"path/filepath"
	"sync"
)

// A file that is moved to FILE.1 when it is full, in place of the one before: at most twice the limit on the disk.
type boundedLog struct {
	mutex sync.Mutex
	path  string
	limit int64
	file  *os.File
	size  int64
}

func openLog(path string, limit int64) (*boundedLog, error) {
	log := &boundedLog{path: path, limit: limit}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	return log, log.open()
}

func (l *boundedLog) open() error {
	file, err := os.OpenFile(l.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	state, err := file.Stat()
	if err != nil {
		file.Close()
		return err
	}
	l.file = file
	l.size = state.Size()
	return nil
}

func (l *boundedLog) Write(bytes []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.size > 0 && l.size+int64(len(bytes)) > l.limit {
		if err := l.rotate(); err != nil {
			return 0, err
		}
	}
	written, err := l.file.Write(bytes)
	l.size += int64(written)
	return written, err
}

// Windows does not rename a file that is open.
func (l *boundedLog) rotate() error {
	l.file.Close()
	os.Remove(l.path + ".1")
	if err := os.Rename(l.path, l.path+".1"); err != nil {
		return err
	}
	return l.open()
}

func (l *boundedLog) Close() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.file.Close()
}
