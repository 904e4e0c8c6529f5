package org.hybridlab.guest;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Paths as sftp's own commands write them: between double quotes, and the characters of patterns escaped. */
final class Sftp {
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:/");

    private Sftp() {
    }

    static String local(Path path) {
        String text = path.toAbsolutePath().toString();
        return quoted(File.separatorChar == '\\' ? text.replace('\\', '/') : text);
    }

    /**
     * For OpenSSH's client, a path is absolute only if it begins with a slash: it puts the folder of the login in front
     * of {@code C:/...}. OpenSSH on Windows takes {@code /C:/...}.
     *
     * @param path on Windows, with either kind of slash
     */
    static String remote(String path) {
        String slashed = path.replace('\\', '/');
        return quoted(DRIVE.matcher(slashed).lookingAt() ? "/" + slashed : slashed);
    }

    /** The folders above a file, outermost first, without the drive. */
    static List<String> foldersOf(String path) {
        String slashed = path.replace('\\', '/');
        List<String> folders = new ArrayList<>();
        for (int end = slashed.indexOf('/', 3); end > 0; end = slashed.indexOf('/', end + 1)) {
            folders.add(slashed.substring(0, end));
        }
        return folders;
    }

    private static String quoted(String path) {
        return '"' + path.replaceAll("[\\\\\"*?\\[\\]]", "\\\\$0") + '"';
    }
}
