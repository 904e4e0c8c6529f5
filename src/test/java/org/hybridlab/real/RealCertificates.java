package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Result;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What kubeadm signed on the machines of a real lab on docker. */
record RealCertificates(RealLab lab) {
    /** Below the 30 days before which `up` renews. */
    static final int DAYS_LEFT = 20;
    /** For the same names and key, signed by the same authority. */
    private static final String SHORTEN = """
            set -e
            cd /etc/kubernetes/pki
            openssl x509 -x509toreq -copy_extensions copy -in $0.crt -signkey $0.key -out /tmp/request
            openssl x509 -req -copy_extensions copy -in /tmp/request -CA $1.crt -CAkey $1.key -CAcreateserial \
                -CAserial /tmp/serial -days $2 -out /tmp/certificate
            cat /tmp/certificate > $0.crt
            rm /tmp/request /tmp/serial /tmp/certificate""";
    private static final String SERVED = "openssl s_client -connect 127.0.0.1:$0 < /dev/null 2> /dev/null "
            + "| openssl x509 -noout -enddate -dateopt iso_8601";

    private static final String ENDED = """
            set -e
            rm -rf /tmp/ended
            mkdir /tmp/ended
            cd /tmp/ended
            openssl req -new -newkey rsa:2048 -nodes -keyout key -subj "/O=system:nodes/CN=system:node:$0" \
                -out request 2> /dev/null
            touch index
            echo 01 > serial
            printf '%s\n' '[ca]' 'default_ca=own' '[own]' database=index serial=serial new_certs_dir=. \
                default_md=sha256 policy=any '[any]' organizationName=supplied commonName=supplied > settings
            openssl ca -batch -config settings -cert /etc/kubernetes/pki/ca.crt -keyfile /etc/kubernetes/pki/ca.key \
                -in request -out certificate -notext -startdate 20250101000000Z -enddate 20260101000000Z 2> /dev/null
            cat certificate key
            rm -rf /tmp/ended""";

    /**
     * @param certificate file below {@code /etc/kubernetes/pki}, without its ending
     * @param authority the same
     */
    void shorten(String machine, String certificate, String authority) {
        lab.host("docker", "exec", lab.container(machine), "sh", "-c", SHORTEN, certificate, authority,
                Integer.toString(DAYS_LEFT));
    }

    /** The certificate that the machine's kubelet shows has ended; signed by the cluster's authority, as before. */
    void endKubelets(String machine, String controlPlane) {
        String pem = lab.host("docker", "exec", lab.container(controlPlane), "sh", "-c", ENDED, machine).stdout();
        assertThat(pem).contains("BEGIN CERTIFICATE", "PRIVATE KEY");
        lab.host("docker", "exec", lab.container(machine), "sh", "-c",
                "rm /var/lib/kubelet/pki/kubelet-client-*; printf %s \"$0\" > /var/lib/kubelet/pki/ended.pem; "
                        + "ln -s ended.pem /var/lib/kubelet/pki/kubelet-client-current.pem", pem);
    }

    /** The last day of the certificate that a server on the machine shows. */
    LocalDate servedUntil(String machine, int port) {
        String said = lab.host("docker", "exec", lab.container(machine), "sh", "-c", SERVED, Integer.toString(port))
                .stdout().strip();
        assertThat(said).startsWith("notAfter=");
        return LocalDate.parse(said.substring("notAfter=".length(), "notAfter=2026-12-31".length()));
    }

    /**
     * The machines whose certificates a run renewed, in its order: one was through before the next began, and each told
     * until when they are valid.
     *
     * @param up with {@code --events}
     */
    static List<String> renewedSingly(Result up) {
        List<JsonNode> events = up.stdout().lines().filter(line -> line.contains("\"certificates-valid/"))
                .map(JsonMapper.shared()::readTree).filter(event -> event.has("step")).toList();
        List<String> machines = new ArrayList<>();
        String open = "";
        for (JsonNode event : events) {
            String machine = event.get("step").asString().replaceFirst(".*/", "");
            switch (event.get("event").asString()) {
                case "step-started" -> {
                    assertThat(open).as("at work while %s begins", machine).isEmpty();
                    open = machine;
                }
                case "step-finished" -> open = "";
                case "step-line" -> {
                    if (event.get("line").asString().matches("Renewed the certificates of " + machine
                            + ": they are valid until \\d{4}-\\d\\d-\\d\\d\\.")) {
                        machines.add(machine);
                    }
                }
                default -> { }
            }
        }
        return machines;
    }
}
