package org.hybridlab.artifact.bundle;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Os;

/** Bundles in a cache of a test's own, each of whose files is a few letters. */
public final class EmptyBundles {
    private EmptyBundles() {
    }

    /** Those of Linux machines of this host's kind. */
    public static void write(Path userCache, KubernetesVersion kubernetes) {
        unchecked(() -> {
            for (BundlePart part : BundleManifestReader.read(Path.of("data/bundle").toAbsolutePath()).parts(kubernetes,
                    Group.of(Os.LINUX), Arch.ofThisHost())) {
                Path folder = Files.createDirectories(userCache.resolve("bundle").resolve(part.folder()));
                Map<String, PartRecord.Entry> files = new TreeMap<>();
                for (String name : part.names()) {
                    files.put(part.fileName(name), PartRecord.Entry.of(Files.writeString(folder.resolve(
                            part.fileName(name)), name)));
                }
                new PartRecord("test", files).write(folder);
            }
        });
    }
}
