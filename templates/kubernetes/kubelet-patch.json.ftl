{
  "failSwapOn": false,
<#if lab.kubernetes.atLeast(1, 35)>
  "failCgroupV1": false,
</#if>
  "resolvConf": "/etc/hybridlab/resolv.conf",
  "imageGCHighThresholdPercent": 100,
<#if containers>
  "featureGates": {"KubeletInUserNamespace": true},
</#if>
  "evictionHard": {"imagefs.available": "0%", "nodefs.available": "0%", "nodefs.inodesFree": "0%"}
}
