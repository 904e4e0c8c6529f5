package org.hybridlab.service.box;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.artifact.box.ExportedBoxes;
import org.hybridlab.artifact.box.ExportedBoxes.ExportedBox;
import org.hybridlab.artifact.bundle.HostProxy;
import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.http.NoAnswer;
import org.hybridlab.common.http.WholeAnswer;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.ProviderName;

/**
 * A source of boxes in place of Vagrant's registry: a folder filled by {@code box fetch --to}, here or on a web server,
 * or one box file.
 *
 * @param place a path or URL
 * @param sums that the user knows of the box files; empty: none
 * @param environment for its proxies
 */
record BoxOrigin(String place, List<String> sums, Map<String, String> environment) {
    private static final WholeAnswer LIST = new WholeAnswer(Duration.ofSeconds(30), 1 << 20);

    /**
     * Writes a catalogue for Vagrant, which keeps the box's name and version and makes Vagrant verify its sum.
     *
     * @param directory base of relative paths
     * @param catalogues folder for that catalogue
     * @throws LabException {@code box-from-unfit}, {@code box-sum-missing}
     */
    BoxChoice of(BoxChoice box, ProviderName provider, Path directory, Path catalogues) {
        ExportedBox found = web() ? onWeb(box, provider) : onDisk(box, provider, directory);
        if (!sums.isEmpty() && !sums.contains(found.sha256())) {
            throw unfit("the sum of %s there is %s".formatted(found, found.sha256()),
                    "Compare it with the one that you were given.");
        }
        String url = web() ? isFile() ? place : slashed() + found.file()
                : path(directory).toUri() + (isFile() ? "" : found.file());
        Path catalogue;
        try {
            catalogue = found.writeCatalogue(catalogues, url);
        } catch (IOException e) {
            throw unfit("%s cannot be written: %s".formatted(catalogues, e), "Make room there.").causedBy(e);
        }
        return new BoxChoice(found.name(), Optional.of(found.version()), Optional.of(catalogue.toString()),
                Optional.empty());
    }

    private ExportedBox onWeb(BoxChoice box, ProviderName provider) {
        boolean plain = place.startsWith("http://");
        if (sums.isEmpty() && (plain || isFile())) {
            throw LabException.invalid("box-sum-missing", "Nobody vouches for what comes from %s.".formatted(place),
                    "Give --sha256 with the sum that `box fetch --to` printed on the host that made the file.");
        }
        if (isFile()) {
            return file(box, provider, sums.get(0));
        }
        URI uri = uri(slashed() + ExportedBoxes.FILE);
        try {
            HttpResponse<String> answer = list(uri);
            if (answer.statusCode() != 200) {
                throw unfit("%s answers with %d".formatted(uri, answer.statusCode()),
                        "Give the URL of a folder that `box fetch --to` filled, or of a box file.");
            }
            return entry(answer.body(), box, provider);
        } catch (IOException e) {
            throw unfit("%s does not answer: %s".formatted(uri, NoAnswer.why(e)), "Look whether its web server runs.")
                    .causedBy(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LabException.interrupted("Interrupted while asking " + uri + ".").causedBy(e);
        }
    }

    /** Uses the host's proxy and follows redirects, as Vagrant's curl does for the box. */
    private HttpResponse<String> list(URI uri) throws IOException, InterruptedException {
        HostProxy proxy = new HostProxy(environment);
        return LIST.to(proxy.request(uri).build(), HttpClient.newBuilder().proxy(proxy)
                .followRedirects(HttpClient.Redirect.NORMAL).build());
    }

    private ExportedBox onDisk(BoxChoice box, ProviderName provider, Path directory) {
        Path path = path(directory);
        try {
            if (Files.isDirectory(path)) {
                Path list = path.resolve(ExportedBoxes.FILE);
                if (!Files.exists(list)) {
                    throw unfit("it has no " + ExportedBoxes.FILE, "Give a folder that `box fetch --to` filled, "
                            + "or a box file.");
                }
                return entry(Files.readString(list), box, provider);
            }
            if (!Files.isRegularFile(path)) {
                throw unfit("there is no such file or folder", "Look at the path.");
            }
            return file(box, provider, Sha256.of(path));
        } catch (IOException e) {
            throw unfit("it cannot be read: " + e, "Look at its rights.").causedBy(e);
        }
    }

    private ExportedBox entry(String json, BoxChoice box, ProviderName provider) {
        try {
            ExportedBoxes offered = ExportedBoxes.parse(json);
            return offered.of(box, provider).orElseThrow(() -> unfit("it has no box %s for %s, but: %s".formatted(
                    box.title(), provider.traits().title(), offered), "Give another --box, or another --provider."));
        } catch (IllegalArgumentException e) {
            throw unfit("its %s is broken: %s".formatted(ExportedBoxes.FILE, e.getMessage()),
                    "Make it again with `box fetch --to`.").causedBy(e);
        }
    }

    private static ExportedBox file(BoxChoice box, ProviderName provider, String sum) {
        return new ExportedBox(box.name(), box.version().orElse("0"), provider.id(), "it.box", sum);
    }

    private LabException unfit(String why, String advice) {
        return LabException.invalid("box-from-unfit", "No box comes from %s: %s.".formatted(place, why), advice);
    }

    private boolean isFile() {
        return place.endsWith(".box");
    }

    private boolean web() {
        return place.matches("https?://.*");
    }

    private String slashed() {
        return place.endsWith("/") ? place : place + "/";
    }

    private Path path(Path directory) {
        return place.startsWith("file://") ? Path.of(uri(place))
                : directory.resolve(place).toAbsolutePath().normalize();
    }

    private URI uri(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw unfit("that is no URL", "Write a path, or for example https://boxes.example/class/.").causedBy(e);
        }
    }
}
