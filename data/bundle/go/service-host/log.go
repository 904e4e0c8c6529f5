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
	return log, log.open()
}

func (l *boundedLog) open() error {
	if err := os.MkdirAll(filepath.Dir(l.path), 0o755); err != nil {
		return err
	}
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

// Write never fails: what runs would end with its log. What cannot be written is dropped, such as while its folder is gone.
func (l *boundedLog) Write(bytes []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.file != nil && l.size > 0 && l.size+int64(len(bytes)) > l.limit {
		l.rotate()
	}
	if l.file == nil && l.open() != nil {
		return len(bytes), nil
	}
	written, err := l.file.Write(bytes)
	l.size += int64(written)
	if err != nil {
		l.release()
	}
	return len(bytes), nil
}

// Windows renames no file that is open, also where somebody else reads it. The log then grows until it can be moved aside.
func (l *boundedLog) rotate() {
	l.release()
	os.Remove(l.path + ".1")
	os.Rename(l.path, l.path+".1")
}

// Closes the file; the next Write opens it again.
func (l *boundedLog) release() {
	l.file.Close()
	l.file = nil
}

func (l *boundedLog) Close() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.file == nil {
		return nil
	}
	err := l.file.Close()
	l.file = nil
	return err
}
