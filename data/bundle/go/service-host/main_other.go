//go:build !windows

// Service-host runs on Windows only; elsewhere its log is tested.
package main

func main() {}
