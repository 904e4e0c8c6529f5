{
  "name": [=lab.network.hnsNetwork()],
  "cniVersion": "0.3.0",
  "type": "flannel",
  "capabilities": {"dns": true},
  "delegate": {
    "type": [=lab.network.mode.traits().delegate],
    "policies": [
      {
        "Name": "EndpointPolicy",
        "Value": {"Type": "OutBoundNAT", "ExceptionList": [[=lab.network.services], [=lab.network.pods]]}
      },
      {
        "Name": "EndpointPolicy",
        "Value": {"Type": "ROUTE", "DestinationPrefix": [=lab.network.services], "NeedEncap": true}
      }
    ]
  }
}
