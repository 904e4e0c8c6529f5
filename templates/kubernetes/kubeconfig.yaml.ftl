# How [=user?no_esc] on [=node?no_esc] logs in: with a token that is good for this node only. In the guest only, 0600.
apiVersion: v1
kind: Config
clusters:
  - name: [=lab.name]
    cluster:
      server: [=facts.server]
      certificate-authority-data: [=authority]
contexts:
  - name: [=user]
    context:
      cluster: [=lab.name]
      user: [=user]
current-context: [=user]
users:
  - name: [=user]
    user:
      token: [=token]
