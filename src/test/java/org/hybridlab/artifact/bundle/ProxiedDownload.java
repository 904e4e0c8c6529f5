package org.hybridlab.artifact.bundle;

import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;

/** A process that asks for two texts through a proxy, by http and by https: Java reads once whether it may log in. */
public final class ProxiedDownload {
    private ProxiedDownload() {
    }

    public static void main(String[] arguments) {
        HostProxy.allowLogins();
        Downloads downloads = new Downloads(Path.of(arguments[0]),
                Map.of("http_proxy", arguments[1], "https_proxy", arguments[1]));
        System.out.println(downloads.text("http://nowhere.example.org/x", new Cancellation()));
        try {
            downloads.text("https://nowhere.example.org/x", new Cancellation());
        } catch (LabException e) {
            System.out.println(e.id());
        }
        System.exit(0);
    }
}
