package org.hybridlab.config.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.file.reader.ManifestTemplates;
import org.hybridlab.provision.up.LabContextFactory;

/** How this checkout renders the templates among apps' manifests. */
final class InstalledTemplates {
    private static final Path HOME = Path.of("").toAbsolutePath();
    private static final Path NO_CACHE = HOME.resolve("target/no-cache");

    private InstalledTemplates() {
    }

    static ManifestTemplates seen() {
        LocalProcesses processes = new LocalProcesses();
        return new LabContextFactory(HOME, processes, Map.of(), Bundles.of(HOME, NO_CACHE, Map.of(), processes),
                Boxes.of(HOME, NO_CACHE, Map.of(), command -> command, processes), true, List.of()).manifestTemplates();
    }
}
