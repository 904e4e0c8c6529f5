//go:build tools

// Package tools names the commands that hybridlab builds from this module, so that go.sum pins all they need.
package tools

import (
	_ "go.etcd.io/etcd/etcdctl/v3"
	_ "go.etcd.io/etcd/server/v3"
)
