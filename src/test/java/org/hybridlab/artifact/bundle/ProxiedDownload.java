package org.hybridlab.artifact.bundle;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;

/** A process that asks for texts and a file through a proxy: Java reads once whether it may log in. */
public final class ProxiedDownload {
    private ProxiedDownload() {
    }

    /** Folder, proxy, a file with the addresses of names, and what to ask for: a file where it ends so. */
    public static void main(String[] arguments) {
        System.setProperty("jdk.net.hosts.file", arguments[2]);
        HostProxy.allowLogins();
        Downloads downloads = new Downloads(Path.of(arguments[0]),
                Map.of("http_proxy", arguments[1], "https_proxy", arguments[1]));
        Arrays.stream(arguments).skip(3).forEach(url -> System.out.println(get(downloads, url)));
        System.exit(0);
    }

    private static String get(Downloads downloads, String url) {
        try {
            if (!url.endsWith("/file")) {
                return downloads.text(url, new Cancellation());
            }
            downloads.file(url, "0", Path.of("none"), new Fetching(line -> { }, new Cancellation()));
            return "whole";
        } catch (LabException e) {
            return e.id() + ": " + e.what() + " " + e.advice();
        }
    }
}
