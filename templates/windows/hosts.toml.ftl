# containerd asks this mirror before any registry.
[host.[=lab.outside.registryMirror]]
  capabilities = ["pull", "resolve"]
