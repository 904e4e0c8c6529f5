//go:build windows

// Command powershell is a stand-in: PowerShell is not to be had for Wine. It answers the one question that kubeadm's
// preflight asks of it, from the registry as PowerShell would, and fails at any other. The question is
// k8s.io/system-validators' (types_windows.go). To kubeadm 1.33, with its release 1.9.2, no answer is an error; from
// 1.34 on a warning.
package main

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"unsafe"
)

const (
	key      = `SOFTWARE\Microsoft\Windows NT\CurrentVersion`
	question = `$props = Get-ItemProperty -Path 'HKLM:\` + key + `'; "$($props.CurrentMajorVersionNumber).` +
		`$($props.CurrentMinorVersionNumber).$($props.CurrentBuildNumber)"`
)

func main() {
	if asked := strings.Join(os.Args[1:], " "); asked != question {
		fail("this stand-in for PowerShell does not know: " + asked)
	}
	fmt.Printf("%s.%s.%s\n", value("CurrentMajorVersionNumber"), value("CurrentMinorVersionNumber"), value("CurrentBuildNumber"))
}

// value of a name below the key, as PowerShell writes it: a number in decimal, text as it is.
func value(name string) string {
	var opened syscall.Handle
	if err := syscall.RegOpenKeyEx(syscall.HKEY_LOCAL_MACHINE, utf16(key), 0, syscall.KEY_READ, &opened); err != nil {
		fail(err.Error())
	}
	defer syscall.RegCloseKey(opened)
	var kind uint32
	var words [256]uint16
	length := uint32(unsafe.Sizeof(words))
	bytes := (*byte)(unsafe.Pointer(&words[0]))
	if err := syscall.RegQueryValueEx(opened, utf16(name), nil, &kind, bytes, &length); err != nil {
		fail(name + ": " + err.Error())
	}
	if kind == syscall.REG_DWORD {
		return fmt.Sprint(uint32(words[0]) | uint32(words[1])<<16)
	}
	return syscall.UTF16ToString(words[:])
}

func utf16(text string) *uint16 {
	words, err := syscall.UTF16PtrFromString(text)
	if err != nil {
		fail(err.Error())
	}
	return words
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(1)
}
