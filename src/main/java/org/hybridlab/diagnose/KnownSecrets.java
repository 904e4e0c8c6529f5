package org.hybridlab.diagnose;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Secrets of a lab and this host that are known by value. */
public final class KnownSecrets {
    private static final Pattern ENTRY =
            Pattern.compile("(?m)^[ \\t]*(?:-[ \\t]*)?([a-z-]+):[ \\t]*[\"']?([^\\s\"']+)");
    private static final Pattern NAME = Pattern.compile("(?i).*(TOKEN|PASSW|SECRET|CREDENTIAL|API_?KEY).*");
    private static final Pattern USER = Pattern.compile("://([^/@\\s]+)@");

    private KnownSecrets() {
    }

    /**
     * @param key private ssh key; need not exist
     * @param kubeconfig need not exist
     * @param environment of this process: users of proxies, and variables named like secrets
     */
    public static List<String> of(Path key, Path kubeconfig, Map<String, String> environment) {
        List<String> values = new ArrayList<>(read(key).lines().toList());
        Matcher entry = ENTRY.matcher(read(kubeconfig));
        while (entry.find()) {
            if (entry.group(1).endsWith("-data")) {
                values.add(entry.group(2));
                values.add(decoded(entry.group(2)));
            } else if (entry.group(1).equals("token") || entry.group(1).equals("password")) {
                values.add(entry.group(2));
            }
        }
        environment.forEach((name, value) -> {
            if (NAME.matcher(name).matches()) {
                values.add(value);
            }
            Matcher user = USER.matcher(value);
            while (user.find()) {
                values.add(user.group(1));
                values.add(user.group(1).replaceFirst("^[^:]*:", ""));
            }
        });
        return values;
    }

    private static String decoded(String base64) {
        try {
            return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static String read(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            return "";
        }
    }
}
