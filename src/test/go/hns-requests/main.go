// Reads requests to Windows' Host Networking Service from standard input, one JSON object {"path", "body"} a line, and decodes each
// body into hcsshim's own type. A field that the type lacks, or of another kind, ends it with 1 and says which.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/Microsoft/hcsshim"
)

func typeOf(path string) any {
	switch {
	case path == "/networks":
		return &hcsshim.HNSNetwork{}
	case path == "/endpoints":
		return &hcsshim.HNSEndpoint{}
	case regexp.MustCompile(`^/endpoints/[^/]+/attach$`).MatchString(path):
		return &hcsshim.EndpointAttachDetachRequest{}
	}
	return nil
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var request struct{ Path, Body string }
		if err := json.Unmarshal(lines.Bytes(), &request); err != nil {
			fail(lines.Text(), err)
		}
		target := typeOf(request.Path)
		if target == nil {
			fail(request.Path, fmt.Errorf("hcsshim calls no such path"))
		}
		decoder := json.NewDecoder(strings.NewReader(request.Body))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(target); err != nil {
			fail(request.Path+" "+request.Body, err)
		}
		fmt.Printf("%s is a %T\n", request.Path, target)
	}
}

func fail(what string, err error) {
	fmt.Printf("%s: %v\n", what, err)
	os.Exit(1)
}
