package org.hybridlab.common.template;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;

/**
 * The templates that a lab brings.
 *
 * @param names of those that take the place of installed ones, sorted
 * @param hash of all files of its folder, as templates can include any; empty if there is no such template
 */
public record LabTemplates(List<String> names, String hash) {
    private static final int SHOWN_BYTES = 12;

    /** @param home the installation */
    public static LabTemplates in(Path lab, Path home) {
        InstalledNames installed = InstalledNames.in(home);
        TreeSet<String> own = new TreeSet<>();
        installed.names().stream().filter(name -> Files.exists(lab.resolve(name))
                || Files.exists(lab.resolve("templates").resolve(name))).forEach(own::add);
        return new LabTemplates(List.copyOf(own), own.isEmpty() ? "" : hash(lab, files(lab)));
    }

    /** Of all files that templates of the lab could include, whether they override anything or not. */
    public static String hashOfIncludable(Path lab) {
        return hash(lab, files(lab));
    }

    /**
     * What changes at each run or edit is not in the hash, so no template can include it.
     *
     * @param top a file of the lab's folder, by its name
     */
    static boolean isNoTemplate(String top) {
        return top.startsWith(".hybridlab") || top.equals(".git") || top.equals("lab.yaml");
    }

    private static List<Path> files(Path lab) {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> top = Files.list(lab)) {
            for (Path child : top.sorted().toList()) {
                String name = child.getFileName().toString();
                if (isNoTemplate(name)) {
                    continue;
                }
                try (Stream<Path> inside = Files.walk(child)) {
                    inside.filter(Files::isRegularFile).sorted().forEach(all::add);
                }
            }
            return all;
        } catch (IOException e) {
            throw unreadable(lab, e);
        }
    }

    /** The same for the same names and contents, on every host; its first 24 hexadecimal digits. */
    public static String hash(Path folder, Collection<Path> files) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path file : files) {
                digest.update("%s %d\n".formatted(folder.relativize(file), Files.size(file))
                        .getBytes(StandardCharsets.UTF_8));
                try (OutputStream into = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
                    Files.copy(file, into);
                }
            }
            return "sha256 " + HexFormat.of().formatHex(digest.digest(), 0, SHOWN_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
    }

    private static LabException unreadable(Path folder, IOException e) {
        return LabException.hostNotReady("template-missing", "The lab's folder %s could not be read: %s"
                .formatted(folder, e.getMessage()), "Look at the permissions of the lab's folder.").causedBy(e);
    }
}
