package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFullLogMovesAsideAndOnlyOneIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "kubelet.log")
	log, err := openLog(path, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"first....\n", "second...\n", "third....\n"} {
		if _, err := log.Write([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	log.Close()
	expect(t, path, "third....\n")
	expect(t, path+".1", "second...\n")
}

func TestALogThatIsThereGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kubelet.log")
	os.WriteFile(path, []byte("before\n"), 0o644)
	log, _ := openLog(path, 100)
	log.Write([]byte("after\n"))
	log.Close()
	expect(t, path, "before\nafter\n")
}

func TestALineLongerThanTheLimitIsWrittenWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kubelet.log")
	log, _ := openLog(path, 10)
	long := strings.Repeat("x", 50)
	log.Write([]byte(long))
	log.Close()
	expect(t, path, long)
}

func TestALogThatCannotBeMovedAsideGrows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kubelet.log")
	log, _ := openLog(path, 10)
	// As a reader of the log keeps it in its place on Windows: nothing can be renamed to a folder that is not empty.
	os.MkdirAll(filepath.Join(path+".1", "in the way"), 0o755)
	for _, line := range []string{"first....\n", "second...\n"} {
		write(t, log, line)
	}
	expect(t, path, "first....\nsecond...\n")
	os.RemoveAll(path + ".1")
	write(t, log, "third....\n")
	log.Close()
	expect(t, path, "third....\n")
	expect(t, path+".1", "first....\nsecond...\n")
}

func TestALogWhoseFolderIsGoneForAWhileGoesOn(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "kubelet")
	path := filepath.Join(folder, "kubelet.log")
	log, _ := openLog(path, 10)
	write(t, log, "first....\n")
	os.RemoveAll(folder)
	// A file in place of the folder: it cannot be made again.
	os.WriteFile(folder, nil, 0o644)
	write(t, log, "lost.....\n")
	write(t, log, "lost too.\n")
	os.Remove(folder)
	write(t, log, "back.....\n")
	log.Close()
	expect(t, path, "back.....\n")
}

func TestALogIsClosedAlsoWhereItCouldNotBeOpened(t *testing.T) {
	if err := (&boundedLog{}).Close(); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, log *boundedLog, line string) {
	t.Helper()
	if written, err := log.Write([]byte(line)); err != nil || written != len(line) {
		t.Fatalf("%d of %q, %v: what runs would end with its log", written, line, err)
	}
}

func expect(t *testing.T, path, text string) {
	t.Helper()
	bytes, err := os.ReadFile(path)
	if err != nil || string(bytes) != text {
		t.Fatalf("%s holds %q, %v; expected %q", path, bytes, err, text)
	}
}
