package org.hybridlab.provision;

import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.provision.render.WindowsFiles;
import org.hybridlab.provision.windows.Wine;

/** Wine's drive C as the rendered scripts leave a Windows machine's before it joins. */
public final class InstalledMachine {
    public static final String CONTAINERD = "C:\\Program Files\\containerd";
    public static final String CONTAINERD_SETTINGS = CONTAINERD + "\\config.toml";
    private static final Pattern FOLDER = Pattern.compile("(?:Confirm|Protect)-Folder -Path '([^']+)'");
    /** As flanneld on Windows writes it. */
    private static final String SUBNET = """
            FLANNEL_NETWORK=10.244.0.0/16
            FLANNEL_SUBNET=10.244.3.1/24
            FLANNEL_MTU=1450
            FLANNEL_IPMASQ=false
            """;

    private InstalledMachine() {
    }

    public static void install(Wine wine, Bundle bundle, WindowsFiles files) {
        FOLDER.matcher(files.text("prepare.ps1")).results().forEach(path -> wine.make(path.group(1)));
        Stream.of("kubeadm", "kubelet", "kube-proxy", "flanneld", "service-host")
                .forEach(name -> wine.install(bundle.file(name), "C:/k"));
        Stream.of("containerd", "ctr").forEach(name -> wine.install(bundle.file(name), CONTAINERD));
        Stream.of("flannel", "host-local", "win-overlay", "win-bridge")
                .forEach(name -> wine.install(bundle.file(name), "C:/opt/cni/bin"));
        wine.write(CONTAINERD_SETTINGS, files.text("config.toml"));
        wine.write("C:/etc/kube-flannel/net-conf.json", files.text("net-conf.json"));
        wine.write("C:/etc/kubernetes/patches/kubeletconfiguration0+merge.json",
                files.text("kubeletconfiguration0+merge.json"));
        wine.write("C:/run/flannel/subnet.env", SUBNET);
    }
}
