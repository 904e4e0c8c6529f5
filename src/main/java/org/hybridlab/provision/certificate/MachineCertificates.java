package org.hybridlab.provision.certificate;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hybridlab.cluster.kubeconfig.CertificateEnd;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;

/**
 * End of kubeadm's one-year certificates on a machine, without authorities, and without the kubelet's own.
 *
 * @param ends by file below {@code /etc/kubernetes}; empty before kubeadm ran
 * @param unfinished whether an earlier renewal was cut off
 */
record MachineCertificates(Map<String, Instant> ends, boolean unfinished) {
    /** Exists during a renewal, so that one that was cut off is repeated. */
    static final String UNDER_WAY = "/etc/kubernetes/hybridlab-renewing";
    private static final String LOOK = ResourceText.of(MachineCertificates.class, "certificates.sh");
    private static final Pattern EMBEDDED = Pattern.compile("client-certificate-data: *\"?([A-Za-z0-9+/=]+)");

    /** @throws org.hybridlab.common.error.LabException if the machine does not tell all ends */
    static MachineCertificates look(Guest guest, String before) {
        String said = guest.output(before + LOOK, "The look at the certificates", UNDER_WAY);
        List<String> lines = said.lines().toList();
        if (lines.size() < 2 || !lines.get(0).equals("begin") || !lines.get(lines.size() - 1).equals("end")) {
            throw guest.unclear("its certificates", lines.isEmpty() ? "nothing" : lines.get(0));
        }
        Map<String, Instant> ends = new TreeMap<>();
        lines.stream().filter(line -> line.startsWith("there ")).map(line -> line.substring("there ".length()))
                .forEach(file -> ends.put(file, end(file, lines).orElseThrow(() -> guest.unclear(
                        "the certificate in /etc/kubernetes/" + file, "it cannot be read"))));
        return new MachineCertificates(ends, lines.contains("unfinished"));
    }

    private static Optional<Instant> end(String file, List<String> lines) {
        String text = lines.stream().filter(line -> line.startsWith(file + ":"))
                .map(line -> line.substring(file.length() + 1)).collect(Collectors.joining("\n"));
        if (!file.endsWith(".conf")) {
            return CertificateEnd.of(text);
        }
        Matcher embedded = EMBEDDED.matcher(text);
        return embedded.find() ? decoded(embedded.group(1)).flatMap(CertificateEnd::of) : Optional.empty();
    }

    private static Optional<String> decoded(String base64) {
        try {
            return Optional.of(new String(Base64.getDecoder().decode(base64), StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Those that end within {@link LabContext#RENEWED_BEFORE}, or have ended. */
    Map<String, Instant> ending(Instant now) {
        return ends.entrySet().stream().filter(one -> one.getValue().isBefore(now.plus(LabContext.RENEWED_BEFORE)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, TreeMap::new));
    }

    Optional<Instant> firstEnd() {
        return ends.values().stream().min(Instant::compareTo);
    }
}
