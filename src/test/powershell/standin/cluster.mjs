// The real cluster, as a stand-in Windows machine takes part in it. kubeadm.exe is the real one, under Wine; the kubelet is
// a stand-in that gets a certificate by TLS bootstrap, makes its node and says what it finds on its machine; the real kwok keeps
// the node by that; flannel and kube-proxy only do what their accounts must be able to do.
import { execFile } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import { Kwok } from "./kwok.mjs";
import { runPods } from "./pods.mjs";
import { Failure } from "./values.mjs";
import { Wine } from "./wine.mjs";

const DEAD_TOKEN = "C:\\hybridlab\\secrets\\join-with-a-dead-token.yaml";
const CNI_SETTINGS = "hybridlab.org/cni-settings";

/** A program of this container; its output, or a Failure with what it said. */
function real(words, host, { stdin = "", env = {} } = {}) {
  return new Promise((done, failed) => {
    const child = execFile(words[0], words.slice(1), { env: { ...process.env, ...env }, maxBuffer: 1 << 26 }, (error, out, err) =>
      error ? failed(new Failure((err || out || error.message).trim())) : done(out));
    child.stdin.on("error", () => {});
    child.stdin.end(stdin);
    host.atKill(() => child.kill("SIGKILL"));
  });
}

/** The API server as a kubeconfig's user reaches it. */
class Api {
  static async of(kubeconfig, host) {
    const file = host.files.must(kubeconfig);
    if (file.endsWith("/token")) return Api.ofPod(kubeconfig, host);
    const settings = JSON.parse(await real(["kubectl", "--kubeconfig", file, "config", "view", "--raw", "-o", "json"], host));
    return new Api(settings, host);
  }

  /** As programs in pods log in, which have no kubeconfig. */
  static ofPod(tokenFile, host) {
    const server = `https://${host.env.get("KUBERNETES_SERVICE_HOST")}:${host.env.get("KUBERNETES_SERVICE_PORT")}`;
    const authority = tokenFile.replace(/token$/, "ca.crt");
    return new Api({ clusters: [{ cluster: { server, "certificate-authority": authority } }], users: [{ user: { tokenFile } }] }, host);
  }

  constructor(settings, host) {
    const { cluster } = settings.clusters[0], { user } = settings.users[0];
    const pem = user["client-certificate"] && host.files.read(user["client-certificate"]);
    const token = user.token ?? (user.tokenFile && host.files.read(user.tokenFile).toString());
    this.settings = settings;
    this.server = cluster.server;
    this.options = { ca: authority(cluster, host), cert: pem, key: pem, timeout: 20_000,
      headers: token ? { Authorization: `Bearer ${token}` } : {} };
  }

  /** What the server answers as an object; a Failure with its message if it refuses. */
  ask(method, path, body, type = "application/json") {
    return new Promise((done, failed) => {
      const options = { ...this.options, method, headers: { ...this.options.headers, "Content-Type": type } };
      const request = https.request(this.server + path, options, async answer => {
        const chunks = await answer.toArray();
        const object = JSON.parse(Buffer.concat(chunks).toString());
        if (answer.statusCode < 300) done(object);
        else failed(Object.assign(new Failure(object.message), { reason: object.reason }));
      });
      request.on("error", error => failed(new Failure(`${this.server}: ${error.message}`)));
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  patch(path, body) { return this.ask("PATCH", path, body, "application/merge-patch+json"); }
}

const authority = (cluster, host) => cluster["certificate-authority-data"]
  ? Buffer.from(cluster["certificate-authority-data"], "base64") : host.files.read(cluster["certificate-authority"]);

export class RealCluster {
  /** With the words of the script, but for a token that a test lets die. */
  async join(words, config, io, host) {
    if (!host.world.state.faults.token) return this.kubeadm(words, io, host);
    // Once: the machine comes with a token that has died meanwhile. kubeadm would ask with it for five minutes.
    host.world.change(state => { state.faults.token = false; });
    host.files.write(DEAD_TOKEN, host.files.read(config).toString().replaceAll('"5m0s"', '"20s"')
      .replace(/tlsBootstrapToken: \S+/, "tlsBootstrapToken: abcdef.0123456789abcdef"));
    try {
      return await this.kubeadm(words.map(word => word === config ? DEAD_TOKEN : word), io, host);
    } finally {
      host.files.remove(DEAD_TOKEN, false);
    }
  }

  reset(words, io, host) { return this.kubeadm(words, io, host); }

  async kubeadm(words, io, host) {
    const { code, lines } = await new Wine(host).kubeadm(words);
    lines.forEach(line => io.out(line));
    return code;
  }

  async kubelet(given, io, host) {
    const node = given["hostname-override"];
    const health = http.createServer((request, answer) => answer.end("ok")).listen(10248, "127.0.0.1");
    host.atKill(() => health.close());
    if (!host.files.exists(given.kubeconfig)) {
      await this.bootstrap(given, node, host);
    }
    const api = await Api.of(given.kubeconfig, host);
    // The programs of the box are the lab's, in the lab's version.
    const version = (await real(["kubeadm", "version", "-o", "short"], host)).trim();
    await api.ask("POST", "/api/v1/nodes", nodeObject(node, given, version, host.world.state.build)).catch(error => {
      if (error.reason !== "AlreadyExists") throw error;
    });
    const kwok = new Kwok(api, node, host);
    try {
      await this.report(api, node, kwok, io, host);
    } finally {
      kwok.stop();
    }
  }

  /** What there is to tell kwok, for as long as the kubelet runs. */
  async report(api, node, kwok, io, host) {
    for (let said = null; ;) {
      const settings = host.files.matches("C:\\etc\\cni\\net.d\\*.conflist").length > 0 ? "there" : "missing";
      if (settings !== said) {
        await api.patch(`/api/v1/nodes/${node}`, { metadata: { annotations: { [CNI_SETTINGS]: settings } } });
        io.out(`node ${node}: its CNI settings are ${settings}`);
        // Not before: it would go by what was there when the kubelet last ran.
        if (said === null) await kwok.start();
        said = settings;
      }
      kwok.mustLive();
      await runPods(api, node, host);
      await host.sleep(settings === "there" ? 10 : 1);
    }
  }

  /** As the kubelet does it: a key of its own, a request with the bootstrap token, the certificate that was approved. */
  async bootstrap(given, node, host) {
    const api = await Api.of(given["bootstrap-kubeconfig"], host);
    host.files.makeFolder(given["cert-dir"]);
    const file = `${given["cert-dir"]}\\kubelet-client-current.pem`;
    const pem = host.files.real(file);
    const request = await real(["openssl", "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-keyout", `${pem}.key`, "-subj", `/O=system:nodes/CN=system:node:${node}`], host);
    const requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
    const { metadata: { name } } = await api.ask("POST", requests, {
      apiVersion: "certificates.k8s.io/v1", kind: "CertificateSigningRequest", metadata: { generateName: "csr-standin-" },
      spec: { request: Buffer.from(request).toString("base64"), signerName: "kubernetes.io/kube-apiserver-client-kubelet",
        usages: ["digital signature", "client auth"] } });
    let certificate;
    while (!certificate) {
      await host.sleep(0.3);
      ({ status: { certificate } } = await api.ask("GET", `${requests}/${name}`));
    }
    fs.writeFileSync(pem, Buffer.from(certificate, "base64").toString() + fs.readFileSync(`${pem}.key`), { mode: 0o600 });
    fs.rmSync(`${pem}.key`);
    const { settings } = api;
    settings.users = settings.users.map(({ name: user }) => ({ name: user, user: { "client-certificate": file, "client-key": file } }));
    host.files.write(given.kubeconfig, JSON.stringify(settings));
  }

  /** Waits for the node's own part of the pod network, and tells the others where it is. */
  async podNetwork(node, kubeconfig, config, address, host) {
    const api = await Api.of(kubeconfig, host);
    let it;
    while (!it?.spec.podCIDR) {
      await host.sleep(0.5);
      it = await api.ask("GET", `/api/v1/nodes/${node}`);
    }
    const vxlan = config.Backend.Type === "vxlan";
    const data = vxlan ? JSON.stringify({ VNI: config.Backend.VNI, VtepMAC: "00:15:5d:00:00:01" }) : "null";
    await api.patch(`/api/v1/nodes/${node}/status`, { metadata: { annotations: {
      "flannel.alpha.coreos.com/backend-type": config.Backend.Type, "flannel.alpha.coreos.com/backend-data": data,
      "flannel.alpha.coreos.com/kube-subnet-manager": "true", "flannel.alpha.coreos.com/public-ip": address } } });
    return it.spec.podCIDR;
  }

  /** Routes to the pods of each other node that says where it is, told again when they change. */
  async otherNodes(node, kubeconfig, host, tell) {
    const api = await Api.of(kubeconfig, host);
    for (let told = ""; ;) {
      const { items } = await api.ask("GET", "/api/v1/nodes");
      const routes = items.filter(each => each.metadata.name !== node && each.spec.podCIDR)
        .map(each => ({ DestinationPrefix: each.spec.podCIDR, NextHop: each.metadata.annotations["flannel.alpha.coreos.com/public-ip"] }))
        .filter(each => each.NextHop);
      if (JSON.stringify(routes) !== told) tell(routes);
      told = JSON.stringify(routes);
      await host.sleep(2);
    }
  }

  async serviceProxy(kubeconfig, io, host) {
    const api = await Api.of(kubeconfig, host);
    await api.ask("GET", "/api/v1/services");
    await api.ask("GET", "/apis/discovery.k8s.io/v1/endpointslices");
  }

  /** What kube-proxy makes load balancers for, told again when it changes. */
  async services(given, host, tell) {
    const api = await Api.of(given.kubeconfig, host);
    for (let told = ""; ;) {
      const { items: services } = await api.ask("GET", "/api/v1/services");
      const { items: slices } = await api.ask("GET", "/apis/discovery.k8s.io/v1/endpointslices");
      const all = served(services, slices, given["hostname-override"], given["bind-address"]);
      if (JSON.stringify(all) !== told) tell(all);
      told = JSON.stringify(all);
      await host.sleep(2);
    }
  }
}

/** As syncProxyRules of winkernel's proxier.go: nothing without a ready endpoint, nor of this node's own address, which HNS has no endpoint for. */
export function served(services, slices, node, own) {
  return services.flatMap(({ metadata, spec }) => {
    const of = slices.filter(one => one.metadata.namespace === metadata.namespace && one.addressType === "IPv4"
      && one.metadata.labels?.["kubernetes.io/service-name"] === metadata.name);
    if (spec.type === "ExternalName" || !spec.clusterIP || spec.clusterIP === "None" || metadata.labels?.["service.kubernetes.io/service-proxy-name"]) return [];
    return (spec.ports ?? []).flatMap(({ name = "", port, protocol = "TCP", nodePort }) => {
      const behind = of.flatMap(one => (one.ports ?? []).filter(each => (each.name ?? "") === name).map(each => ({ target: each.port, endpoints: one.endpoints ?? [] })))
        .find(each => each.endpoints.some(one => one.conditions?.ready !== false && one.addresses[0] !== own
          && (spec.internalTrafficPolicy !== "Local" || one.nodeName === node)));
      const to = behind && { protocol: { TCP: 6, UDP: 17, SCTP: 132 }[protocol], port, target: behind.target };
      return !to ? [] : [{ vip: spec.clusterIP, ...to }, ...(nodePort ? [{ ...to, port: nodePort }] : [])];
    });
  });
}

/** The annotations are for kwok-stages.yaml. */
function nodeObject(node, given, version, build) {
  const labels = Object.fromEntries(given["node-labels"].split(",").map(each => each.split("=")));
  const taints = (given["register-with-taints"] ?? "").split(",").filter(Boolean).map(each => {
    const [, key, value, effect] = each.match(/^(.*)=(.*):(.*)$/);
    return { key, value, effect };
  });
  return { apiVersion: "v1", kind: "Node", spec: { taints: [...taints, { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }] },
    metadata: { name: node, labels: { ...labels, "kubernetes.io/os": "windows", "kubernetes.io/arch": "amd64",
      "kubernetes.io/hostname": node, "node.kubernetes.io/windows-build": `10.0.${build}` },
    annotations: { "hybridlab.org/stand-in": "true", "kwok.x-k8s.io/node": "stand-in", "hybridlab.org/address": given["node-ip"], "hybridlab.org/kubelet": version } } };
}
