//go:build tools

// Package tools names the commands that hybridlab builds from this module, so that go.sum pins all they need.
package tools

import (
	_ "github.com/containernetworking/plugins/plugins/ipam/host-local"
	_ "github.com/containernetworking/plugins/plugins/main/bridge"
	_ "github.com/containernetworking/plugins/plugins/main/loopback"
	_ "github.com/containernetworking/plugins/plugins/main/windows/win-bridge"
	_ "github.com/containernetworking/plugins/plugins/main/windows/win-overlay"
	_ "github.com/containernetworking/plugins/plugins/meta/portmap"
)
