module hybridlab.org/test/powershell

go 1.24.0
