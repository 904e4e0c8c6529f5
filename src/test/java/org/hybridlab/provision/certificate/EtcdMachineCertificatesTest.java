package org.hybridlab.provision.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.provision.certificate.RenewingLab.AFTER;
import static org.hybridlab.provision.certificate.RenewingLab.ENDING;
import static org.hybridlab.provision.certificate.RenewingLab.KUBEADM;
import static org.hybridlab.provision.certificate.RenewingLab.LASTING;
import static org.hybridlab.provision.certificate.RenewingLab.WITHIN_30_DAYS;
import static org.hybridlab.provision.certificate.RenewingLab.action;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.QuietContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of machines for etcd, and what a control plane shows to them. */
class EtcdMachineCertificatesTest {
    private final QuietContext context = new QuietContext();

    @TempDir
    private Path folder;

    @Test
    void etcdMachine_isRenewed_andItsMemberRestarted() {
        HealthyLab lab = lab(ENDING);
        lab.machines.write("store2", "/systemctl", "[ \"$1\" != is-active ] || echo active");

        action(lab, "store2", WITHIN_30_DAYS).run(context);

        assertThat(lab.machines.told()).filteredOn(line -> line.startsWith("kubeadm") || line.contains("restart"))
                .containsExactly("kubeadm certs renew etcd-server --config " + lab.machines.disk("store2")
                                + "/etc/hybridlab/kubeadm-etcd.yaml",
                        "kubeadm certs renew etcd-peer --config " + lab.machines.disk("store2")
                                + "/etc/hybridlab/kubeadm-etcd.yaml", "systemctl restart hybridlab-etcd");
        assertThat(action(lab, "store2", WITHIN_30_DAYS).probe(context).isPresent()).isTrue();
    }

    /** With certificates that have ended no member votes, and a restart that waits for it would never be over. */
    @Test
    void etcdMachine_withoutVotingMember_isNotAwaited() {
        HealthyLab lab = lab(ENDING);
        lab.machines.write("store2", "/systemctl", "[ \"$1\" != is-active ] || { echo activating; exit 3; }");

        action(lab, "store2", AFTER).run(context);

        assertThat(lab.machines.told()).contains("systemctl restart --no-block hybridlab-etcd");
        assertThat(lab.machines.disk("store2").resolve("etc/kubernetes/hybridlab-renewing")).doesNotExist();
    }

    /** kubeadm does not renew what it shows to an etcd that is not its own. */
    @Test
    void controlPlane_ofEtcdApart_getsKeyThere() throws IOException {
        HealthyLab lab = lab(ENDING);
        lab.machines.write("control", "/etc/kubernetes/pki/apiserver-etcd-client.crt", ENDING);
        lab.machines.write("store1", "/kubeadm", """
                [ "$3" != certs ] || for file in etcd/ca.crt apiserver-etcd-client.crt apiserver-etcd-client.key; do
                    cat "$MACHINE/lasting.pem" > "$MACHINE/etc/kubernetes/pki/$file"
                done
                """);
        lab.machines.write("control", "/kubeadm", KUBEADM.replace("*/ca.crt |", "*/ca.crt | *etcd-client* |"));

        action(lab, "control", WITHIN_30_DAYS).run(context);

        assertThat(Files.readString(lab.machines.disk("control").resolve(
                "etc/kubernetes/pki/apiserver-etcd-client.crt"))).isEqualTo(LASTING);
        assertThat(lab.machines.disk("store1").resolve("etc/kubernetes/pki/apiserver-etcd-client.key"))
                .doesNotExist();
    }

    private HealthyLab lab(String certificate) {
        return RenewingLab.of(HealthyLab.ETCD_APART, folder, certificate);
    }
}
