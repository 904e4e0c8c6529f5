module hybridlab.org/bundle/pause

go 1.26.0
