package org.hybridlab.provider.docker;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.hybridlab.provider.api.LabResource.Kind;
import org.hybridlab.provider.api.ProviderTool;
import org.hybridlab.provider.api.ResourceOrigin;

/** Lists and removes everything with hybridlab's label. */
record DockerResources(ProviderTool docker) {
    /** "2026-01-02 03:04:05 +0000 UTC", networks with a fraction, and RFC 3339 of volumes. */
    private static final Pattern TIME =
            Pattern.compile("(\\d{4}-\\d{2}-\\d{2})[ T](\\d{2}:\\d{2}:\\d{2})(?:\\.\\d+)? ?(Z|[+-]\\d{2}:?\\d{2}).*");
    private static final Pattern SIZE = Pattern.compile("([0-9.]+)\\s*([kMGT]?)B.*");
    private static final String COLUMNS = "\t{{.Label \"%s\"}}\t{{.Label \"" + DockerProvider.WORKSPACE_LABEL
            + "\"}}\t{{.Label \"" + DockerProvider.MAKER_LABEL + "\"}}";

    /** @param filter what follows the label's name, or nothing */
    List<LabResource> all(String filter, Cancellation cancellation) {
        List<Supplier<List<LabResource>>> lists = List.of(
                () -> containers(DockerProvider.LAB_LABEL, filter, cancellation),
                () -> containers(DockerProvider.READER_LABEL, filter, cancellation),
                () -> volumes(filter, cancellation),
                () -> rows(Kind.NETWORK, DockerProvider.LAB_LABEL, cancellation, "network", "ls", "--no-trunc",
                        "--filter", "label=" + DockerProvider.LAB_LABEL + filter, "--format",
                        "{{.ID}}\t{{.Name}}\t{{.CreatedAt}}"));
        try (Parallel together = new Parallel(lists.size(), cancellation)) {
            return together.map(lists, Supplier::get).stream().flatMap(Collection::stream).toList();
        }
    }

    private List<LabResource> containers(String label, String filter, Cancellation cancellation) {
        return rows(Kind.CONTAINER, label, cancellation, "ps", "--all", "--no-trunc", "--filter",
                "label=" + label + filter, "--format", "{{.ID}}\t{{.Names}}\t{{.CreatedAt}}");
    }

    private List<LabResource> rows(Kind kind, String label, Cancellation cancellation, String... words) {
        words[words.length - 1] += COLUMNS.formatted(label);
        return docker.look(cancellation, words).lines().flatMap(line -> row(kind, line).stream()).toList();
    }

    /** Empty for a label value that hybridlab never wrote. */
    private static Optional<LabResource> row(Kind kind, String line) {
        String[] cells = line.split("\t", -1);
        return cells.length < 6 ? Optional.empty() : LabId.parsed(cells[3]).map(lab -> new LabResource(kind, cells[0],
                cells[1], lab, ResourceOrigin.of(cells[4], cells[5]), time(cells[2]), OptionalLong.empty()));
    }

    /** One call per kind, which docker handles in parallel. */
    void remove(Collection<LabResource> all, Cancellation cancellation) {
        ask(Kind.CONTAINER, all, cancellation, "rm", "--force", "--volumes");
        ask(Kind.VOLUME, all, cancellation, "volume", "rm");
        ask(Kind.NETWORK, all, cancellation, "network", "rm");
    }

    /** Keeps volumes and networks in use by other containers. {@link #all} still lists these. */
    void release(LabId id, Collection<String> machines, Cancellation cancellation) {
        machines.forEach(container -> docker.ask(cancellation, "rm", "--force", "--volumes", container));
        try (Parallel together = new Parallel(2, cancellation)) {
            CompletableFuture<List<String>> networks = together.begin(() -> networks(id, cancellation));
            CompletableFuture<List<LabResource>> volumes = together.begin(() -> abandoned(id, cancellation));
            docker.look(cancellation, "ps", "--all", "--quiet", "--filter", "label=" + DockerProvider.READER_LABEL
                    + "=" + id).lines().forEach(reader -> docker.ask(cancellation, "rm", "--force", "--volumes",
                            reader));
            Parallel.join(volumes).forEach(volume -> docker.ask(cancellation, "volume", "rm", "--force",
                    volume.id()));
            Parallel.join(networks).forEach(network -> removeUnused(network, cancellation));
        }
    }

    private void removeUnused(String network, Cancellation cancellation) {
        try {
            docker.ask(cancellation, "network", "rm", network);
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            // It stays in the lists.
        }
    }

    /** Volumes without a container. Docker keeps them if it was removed by hand. */
    List<LabResource> abandoned(LabId id, Cancellation cancellation) {
        return volumes("=" + id, cancellation, "--filter", "dangling=true");
    }

    private List<LabResource> volumes(String filter, Cancellation cancellation, String... more) {
        List<String> words = new ArrayList<>(List.of("volume", "ls"));
        words.addAll(List.of(more));
        words.addAll(List.of("--filter", "label=" + DockerProvider.LAB_LABEL + filter, "--format",
                "{{.Name}}\t{{.Name}}\t"));
        return rows(Kind.VOLUME, DockerProvider.LAB_LABEL, cancellation, words.toArray(String[]::new));
    }

    List<String> networks(LabId id, Cancellation cancellation) {
        return docker.look(cancellation, "network", "ls", "--quiet", "--filter",
                "label=" + DockerProvider.LAB_LABEL + "=" + id).lines().toList();
    }

    private void ask(Kind kind, Collection<LabResource> all, Cancellation cancellation, String... words) {
        List<String> command = new ArrayList<>(List.of(words));
        all.stream().filter(one -> one.kind() == kind).map(LabResource::id).forEach(command::add);
        if (command.size() > words.length) {
            docker.ask(cancellation, command.toArray(String[]::new));
        }
    }

    /** Missing values stay unknown, as they are for people only. */
    List<LabResource> measured(List<LabResource> all, Cancellation cancellation) {
        if (all.isEmpty()) {
            return all;
        }
        Map<String, Long> sizes = new HashMap<>(sizes(cancellation, "{{range .Volumes}}{{.Name}}\t{{.Size}}\n{{end}}"));
        sizes.putAll(sizes(cancellation, "{{range .Containers}}{{.ID}}\t{{.Size}}\n{{end}}"));
        return all.stream().map(one -> {
            Long bytes = sizes.get(one.kind() == Kind.CONTAINER ? shortId(one.id()) : one.id());
            Optional<Instant> since = one.since().isPresent() || one.kind() != Kind.VOLUME ? one.since()
                    : said(cancellation, "volume", "inspect", "--format", "{{.CreatedAt}}", one.id())
                    .flatMap(DockerResources::time);
            return new LabResource(one.kind(), one.id(), one.name(), one.lab(), one.origin(), since,
                    bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes));
        }).toList();
    }

    private static String shortId(String id) {
        return id.substring(0, Math.min(12, id.length()));
    }

    private Map<String, Long> sizes(Cancellation cancellation, String format) {
        Map<String, Long> sizes = new HashMap<>();
        said(cancellation, "system", "df", "--verbose", "--format", format).stream().flatMap(String::lines)
                .map(line -> line.split("\t")).filter(row -> row.length == 2)
                .forEach(row -> bytes(row[1]).ifPresent(bytes -> sizes.put(row[0], bytes)));
        return sizes;
    }

    private Optional<String> said(Cancellation cancellation, String... words) {
        try {
            return Optional.of(docker.ask(cancellation, words).strip());
        } catch (LabException e) {
            if (cancellation.isRequested()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    static Optional<Instant> time(String text) {
        Matcher parts = TIME.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String zone = parts.group(3).replaceFirst("([+-]\\d{2})(\\d{2})", "$1:$2");
        try {
            return Optional.of(OffsetDateTime.parse(parts.group(1) + "T" + parts.group(2) + zone).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Docker uses powers of 1000. */
    static Optional<Long> bytes(String text) {
        Matcher parts = SIZE.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        int power = " kMGT".indexOf(parts.group(2).isEmpty() ? " " : parts.group(2));
        return Optional.of(Math.round(Double.parseDouble(parts.group(1)) * Math.pow(1000, power)));
    }
}
