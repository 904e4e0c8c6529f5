package org.hybridlab.provision.windows;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

import org.hybridlab.cluster.kubeconfig.CertificateEnd;
import org.hybridlab.provision.context.WindowsGuest;

/**
 * The certificate with which the kubelet of a Windows machine asks the API server. The kubelet renews it while it runs;
 * one that was off when it ended does not start any more.
 */
record WindowsKubeletCertificate(WindowsGuest guest) {
    /** A link; prints no key. */
    private static final String LOOK = """
            Write-Output 'begin'
            $file = 'C:\\var\\lib\\kubelet\\pki\\kubelet-client-current.pem'
            if (Test-Path -Path $file) {
                $inside = $false
                foreach ($line in @(Get-Content -Path $file)) {
                    if ($line -eq '-----BEGIN CERTIFICATE-----') { $inside = $true }
                    if ($inside) { Write-Output $line }
                    if ($line -eq '-----END CERTIFICATE-----') { $inside = $false }
                }
            }
            Write-Output 'end'
            """;

    /**
     * Since when it is of no use, for people; empty if it is valid, or the kubelet has none.
     *
     * @throws org.hybridlab.common.error.LabException where the machine does not say what it has
     */
    Optional<String> ended(Instant now) {
        String said = guest.powershell(LOOK).replace("\r", "").strip();
        if (!said.startsWith("begin\n") || !said.endsWith("\nend")) {
            throw guest.unclear("its kubelet's certificate", said.lines().findFirst().orElse("nothing"));
        }
        if (!said.contains("BEGIN CERTIFICATE")) {
            return Optional.empty();
        }
        Instant end = CertificateEnd.of(said.substring(said.indexOf("-----BEGIN"))).orElseThrow(() ->
                guest.unclear("its kubelet's certificate", "it cannot be read"));
        return end.isAfter(now) ? Optional.empty() : Optional.of("its kubelet's certificate ended on "
                + LocalDate.ofInstant(end, ZoneOffset.UTC));
    }
}
