# Whom a joining machine talks to, and the authority that it trusts. No secret in it.
apiVersion: v1
kind: Config
clusters:
  - name: [=lab.name]
    cluster:
      server: [=server]
      certificate-authority-data: [=authority]
contexts:
  - name: discovery
    context:
      cluster: [=lab.name]
      user: anonymous
current-context: discovery
users:
  - name: anonymous
    user: {}
