// The part of a stand-in kubelet that runs pods. Of HostProcess pods: their scripts and accounts as volumes, their processes as the
// machine's own. Of others nothing runs; their images must be there. What comes of it is kwok's to report (kwok-stages.yaml).
import fs from "node:fs";
import path from "node:path";
import { Failure } from "./values.mjs";
import { service } from "./world.mjs";

const ACCOUNT = "var/run/secrets/kubernetes.io/serviceaccount";
const HPC = "C:\\hpc";
/** The kubelet's own word, since 1.29, for a pod whose sandbox is there. */
const STARTED = { type: "PodReadyToStartContainers", status: "True" };

/** Pods of this node that it has not started yet. @param api as the kubelet logs in */
export async function runPods(api, node, host) {
  const { items } = await api.ask("GET", `/api/v1/pods?fieldSelector=spec.nodeName=${node}`);
  for (const pod of items.filter(each => !each.metadata.deletionTimestamp && !isStarted(each, host))) {
    for (const { image } of pod.spec.containers) {
      if (!host.world.state.images.includes(full(image))) throw new Failure(`the image ${image} is not there`);
    }
    if (isHostProcess(pod)) await runProcess(api, pod, host);
    const conditions = [...pod.status.conditions ?? [], STARTED];
    await api.patch(`/api/v1/namespaces/${pod.metadata.namespace}/pods/${pod.metadata.name}/status`, { status: { conditions } });
  }
}

const isHostProcess = pod => pod.spec.securityContext?.windowsOptions?.hostProcess;

const serviceOf = pod => `pod/${pod.spec.containers[0].name}`;

function isStarted(pod, host) {
  return isHostProcess(pod) ? host.services.all[serviceOf(pod)]?.pod === pod.metadata.uid
    : pod.status.conditions?.some(each => each.type === STARTED.type && each.status === STARTED.status);
}

/** containerd's name of an image: with its registry, which is docker.io where none is named. */
const full = image => /^[^/]+[.:][^/]*\//.test(image) ? image : image.includes("/") ? `docker.io/${image}` : `docker.io/library/${image}`;

async function runProcess(api, pod, host) {
  const [container] = pod.spec.containers;
  const name = serviceOf(pod);
  const folder = `/c/hpc-${container.name}`;
  await mount(api, pod, folder);
  host.services.change(name, service(line(container), "Automatic", host.services.all[name]?.status), {
    pod: pod.metadata.uid, env: environment(container, pod, host), sandbox: path.basename(folder), failure: "restart/5000", failureFlag: true });
  host.services.start(name);
}

/** What the pod sees below C:\hpc: its ConfigMaps, and the token of its account, bound to it. */
async function mount(api, pod, folder) {
  const { namespace, name, uid } = pod.metadata;
  const write = (file, content) => {
    fs.mkdirSync(path.dirname(`${folder}/${file}`), { recursive: true });
    fs.writeFileSync(`${folder}/${file}`, content);
  };
  const map = each => api.ask("GET", `/api/v1/namespaces/${namespace}/configmaps/${each}`).then(({ data }) => data);
  for (const { name: volume, mountPath } of pod.spec.containers[0].volumeMounts) {
    const { configMap } = pod.spec.volumes.find(each => each.name === volume);
    if (configMap) Object.entries(await map(configMap.name)).forEach(([key, text]) => write(`${mountPath}/${key}`, text));
  }
  const { status: { token } } = await api.ask("POST", `/api/v1/namespaces/${namespace}/serviceaccounts/${pod.spec.serviceAccountName}/token`, {
    apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest",
    spec: { expirationSeconds: 3607, boundObjectRef: { apiVersion: "v1", kind: "Pod", name, uid } } });
  write(`${ACCOUNT}/token`, token);
  write(`${ACCOUNT}/ca.crt`, (await map("kube-root-ca.crt"))["ca.crt"]);
}

/** The stand-in's PowerShell takes a file where the pod's takes a command; the command may only call a file. */
function line(container) {
  const [, file] = container.command.at(-1).match(/^& \$env:CONTAINER_SANDBOX_MOUNT_POINT(\S+); exit \$LASTEXITCODE$/);
  return [...container.command.slice(0, -2), "-File", HPC + file].join(" ");
}

function environment(container, pod, host) {
  const address = host.world.state.adapters[0].address;
  const fields = { "spec.nodeName": pod.spec.nodeName, "status.hostIP": address };
  return Object.fromEntries([["CONTAINER_SANDBOX_MOUNT_POINT", HPC],
    ...(container.env ?? []).map(({ name, value, valueFrom }) => [name, value ?? fields[valueFrom.fieldRef.fieldPath]])]);
}
