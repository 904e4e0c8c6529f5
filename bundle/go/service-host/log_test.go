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

func expect(t *testing.T, path, text string) {
	t.Helper()
	bytes, err := os.ReadFile(path)
	if err != nil || string(bytes) != text {
		t.Fatalf("%s holds %q, %v; expected %q", path, bytes, err, text)
	}
}
