package org.hybridlab.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The secrets of one lab by their values, to search for them where they must not be.
 *
 * @param names what each value is, by the value
 */
record FoundSecrets(Map<String, String> names) {
    /** Parts of a key this long do not come by chance. */
    private static final int TELLING = 40;

    static FoundSecrets of(Path sshKey, Path kubeconfig, Map<String, String> tokens) {
        Map<String, String> names = new LinkedHashMap<>();
        // The first line and the last of an OpenSSH key are the same in many keys; so are those of PEM.
        inside(read(sshKey)).forEach(line -> names.put(line, "the lab's ssh key"));
        String encoded = clientKey(kubeconfig);
        names.put(encoded, "the kubeconfig's client key");
        inside(new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8))
                .forEach(line -> names.put(line, "the kubeconfig's client key, decoded"));
        tokens.forEach((id, secret) -> names.put(secret, "the bootstrap token " + id));
        return new FoundSecrets(names);
    }

    /** The lines of a key's body that nobody else's key has. */
    private static List<String> inside(String key) {
        List<String> body = key.lines().filter(line -> !line.startsWith("-----")).toList();
        return body.subList(1, body.size()).stream().filter(line -> line.length() >= TELLING).toList();
    }

    private static String clientKey(Path kubeconfig) {
        Map<?, ?> config = new Yaml(new SafeConstructor(new LoaderOptions())).load(read(kubeconfig));
        Map<?, ?> user = (Map<?, ?>) ((List<?>) config.get("users")).get(0);
        return (String) ((Map<?, ?>) user.get("user")).get("client-key-data");
    }

    /** What of it the text has in it, by its names: never the values, which a report would spread. */
    List<String> in(String text) {
        return names.entrySet().stream().filter(secret -> text.contains(secret.getKey())).map(Map.Entry::getValue)
                .distinct().toList();
    }

    List<String> in(Collection<String> texts) {
        return texts.stream().flatMap(text -> in(text).stream()).distinct().toList();
    }

    /** Files below the folder that have one of them, as "path: name". */
    List<String> below(Path folder) {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return inFiles(folder, files.filter(Files::isRegularFile));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same for these files, told relative to the folder. Those that are gone meanwhile have nothing. */
    List<String> inFiles(Path folder, Stream<Path> files) {
        List<String> found = new ArrayList<>();
        files.forEach(file -> in(read(file)).forEach(name -> found.add(folder.relativize(file) + ": " + name)));
        return found;
    }

    /** One a line, as {@code grep -F -f} reads them. */
    String patterns() {
        return String.join("\n", names.keySet()) + "\n";
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
