package org.hybridlab.provision.addon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.workspace.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AddonManifestsTest {
    @TempDir
    private Path folder;

    /** As kubeadm 1.36.3 prints with a folder of patches among its settings. */
    @Test
    void addons_printedWithPatches_omitKubeadmsNotes() throws IOException {
        Path file = Files.writeString(Files.createDirectories(folder.resolve("lab")).resolve("lab.yaml"), "");
        Workspace workspace = Workspace.of(file);
        workspace.create();

        assertThat(new AddonManifests(workspace, "settings", Duration.ofSeconds(3)).keep("""
                ---
                apiVersion: apps/v1
                kind: DaemonSet
                metadata:
                  name: kube-proxy
                  namespace: kube-system
                ---
                [patches] Reading patches from path "/etc/kubernetes/patches"
                [patches] Found the following patch files: [etcd+strategic.yaml]
                ---apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: coredns
                  namespace: kube-system
                ---
                """)).extracting(Manifest::reference).containsExactly("daemonset/kube-proxy", "deployment/coredns");
    }
}
