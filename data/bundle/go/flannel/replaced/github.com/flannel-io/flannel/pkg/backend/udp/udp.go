// Package udp takes the place of flannel's udp backend, which is written in C: without it flanneld builds on a host
// that has no C compiler, and runs on any C library. No lab uses that backend.
package udp

import (
	"errors"

	"github.com/flannel-io/flannel/pkg/backend"
	"github.com/flannel-io/flannel/pkg/subnet"
)

func init() {
	backend.Register("udp", func(subnet.Manager, *backend.ExternalInterface) (backend.Backend, error) {
		return nil, errors.New("this flanneld was built without the udp backend; use vxlan or host-gw")
	})
}
