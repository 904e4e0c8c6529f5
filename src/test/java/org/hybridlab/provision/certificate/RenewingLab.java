package org.hybridlab.provision.certificate;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.certificate.CertificatePlanner.EtcdMachineCertificates;
import org.hybridlab.provision.render.Timeouts;
import org.hybridlab.provision.windows.WindowsLabs;

/** A lab that is up, in its machines' folders, with a kubeadm and a kubelet that play theirs. */
final class RenewingLab {
    static final String ENDING = HealthyLab.certificate("2026-12-26");
    static final String LASTING = HealthyLab.certificate("2126");
    static final Instant BEFORE = Instant.parse("2026-11-25T00:00:00Z");
    static final Instant WITHIN_30_DAYS = Instant.parse("2026-12-01T00:00:00Z");
    static final Instant AFTER = Instant.parse("2027-01-10T00:00:00Z");
    private static final Duration MOMENT = Duration.ofMillis(100);
    /** A busy host needs more than a moment until pods are seen to have started again. */
    private static final Timeouts PATIENT = new Timeouts(MOMENT, MOMENT, MOMENT, MOMENT, Duration.ofSeconds(3), MOMENT,
            MOMENT, MOMENT, Duration.ofSeconds(1), MOMENT, MOMENT);
    static final Pattern LABEL = Pattern.compile("    hybridlab.org/certificates-renewed: '(.*)'");
    /**
     * Renews what is there, as kubeadm does; embedded ones too. Without settings as it does where no API server
     * answers: as if etcd were on the machine.
     */
    static final String KUBEADM = """
            [ "$1 $2" = 'certs renew' ] || return 0
            cd "$MACHINE/etc/kubernetes"
            if [ "$4" = --config ]; then
                [ -e "$5" ] || [ "$3" != all ] || exit 1
            elif [ ! -e pki/etcd/server.key ]; then
                cat "$MACHINE/lasting.pem" > pki/apiserver.crt
                echo 'error: failure loading key for etcd/server' >&2
                exit 1
            fi
            for file in pki/*.crt pki/etcd/*.crt; do
                case "$file" in */ca.crt | *'*'*) ;; *) cat "$MACHINE/lasting.pem" > "$file" ;; esac
            done
            [ ! -e admin.conf ] || sed -i "s,client-certificate-data: [^, }]*,client-certificate-data: $(
                base64 -w0 "$MACHINE/lasting.pem")," admin.conf
            """;

    /** @param certificate what all show at first */
    static HealthyLab of(String text, Path folder, String certificate) {
        HealthyLab lab = new HealthyLab(folder, WindowsLabs.open(WindowsLabs.lab(text, folder), folder), PATIENT);
        for (Machine machine : lab.labContext.lab().machines()) {
            String name = machine.name();
            lab.machines.write(name, "/lasting.pem", LASTING).write(name, "/kubeadm", KUBEADM);
            Stream.of("pki/apiserver.crt", "pki/front-proxy-client.crt", "pki/etcd/server.crt", "pki/etcd/peer.crt")
                    .filter(file -> Files.exists(lab.machines.disk(name).resolve("etc/kubernetes/" + file)))
                    .forEach(file -> lab.machines.write(name, "/etc/kubernetes/" + file, certificate));
            if (machine.isControlPlane() && !lab.labContext.lab().hasExternalEtcd()) {
                lab.machines.write(name, "/etc/kubernetes/pki/etcd/server.key", "k");
            }
            if (machine.isControlPlane()) {
                lab.machines.write(name, "/etc/kubernetes/admin.conf", embedding(certificate)
                        .replace("192.168.57.11", lab.labContext.lab().apiAddress().toString()));
                Stream.of("kube-apiserver", "kube-controller-manager", "kube-scheduler", "etcd").forEach(pod ->
                        lab.machines.write(name, "/etc/kubernetes/manifests/" + pod + ".yaml", """
                                kind: Pod
                                metadata:
                                  labels:
                                    component: %s
                                    tier: control-plane
                                spec: {}
                                """.formatted(pod)));
            }
        }
        lab.api.podsOn = node -> "{\"items\":[%s]}".formatted(String.join(",", pods(lab, node)));
        return lab;
    }

    /** A kubeconfig with this certificate in it. */
    static String embedding(String certificate) {
        return HealthyLab.kubeconfig(HealthyLab.AUTHORITY).replaceFirst("client-certificate-data: [^,]*",
                "client-certificate-data: " + Base64.getEncoder().encodeToString(certificate.getBytes()));
    }

    /** As a kubelet shows its static pods, each with the labels of its manifest. */
    private static List<String> pods(HealthyLab lab, String node) {
        List<String> pods = new ArrayList<>();
        for (String pod : List.of("kube-apiserver", "kube-controller-manager", "kube-scheduler", "etcd")) {
            unchecked(() -> {
                Matcher label = LABEL.matcher(Files.readString(manifest(lab, node, pod)));
                pods.add("""
                        {"metadata":{"name":"%1$s-x","labels":{"component":"%1$s"%2$s}},"status":{"phase":"Running",
                         "containerStatuses":[{"name":"%1$s","ready":true}]}}""".formatted(pod, label.find()
                                ? ",\"hybridlab.org/certificates-renewed\":\"%s\"".formatted(label.group(1)) : ""));
            });
        }
        return pods;
    }

    static Path manifest(HealthyLab lab, String machine, String pod) {
        return lab.machines.disk(machine).resolve("etc/kubernetes/manifests/" + pod + ".yaml");
    }

    /** @param now what the host takes the time to be */
    static Action action(HealthyLab lab, String name, Instant now) {
        Machine machine = lab.labContext.lab().machine(name).orElseThrow();
        Clock clock = Clock.fixed(now, ZoneOffset.UTC);
        return machine.isEtcd() ? new EtcdMachineCertificates(lab.labContext, machine, clock)
                : new ControlPlaneCertificates(lab.labContext, machine, clock);
    }

    private RenewingLab() {
    }
}
