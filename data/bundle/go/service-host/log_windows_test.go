package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Go's own os.Rename against a reader as most programs of Windows are: it lets others read and write, and nobody rename.
func TestALogThatAReaderHoldsGrowsAndMovesAsideLater(t *testing.T) {
	// Wine cannot remove what TempDir makes.
	folder, _ := os.MkdirTemp("", "log")
	path := filepath.Join(folder, "kubelet.log")
	log, _ := openLog(path, 10)
	write(t, log, "first....\n")
	name, _ := syscall.UTF16PtrFromString(path)
	reader, err := syscall.CreateFile(name, syscall.GENERIC_READ, syscall.FILE_SHARE_READ|syscall.FILE_SHARE_WRITE, nil,
		syscall.OPEN_EXISTING, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		t.Fatal(err)
	}
	write(t, log, "second...\n")
	expect(t, path, "first....\nsecond...\n")
	syscall.CloseHandle(reader)
	write(t, log, "third....\n")
	log.Close()
	expect(t, path, "third....\n")
	expect(t, path+".1", "first....\nsecond...\n")
}
