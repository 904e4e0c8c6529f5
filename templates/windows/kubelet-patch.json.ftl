{
  "cgroupsPerQOS": false,
  "enforceNodeAllocatable": [],
  "featureGates": null
}
