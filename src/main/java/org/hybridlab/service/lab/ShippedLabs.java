package org.hybridlab.service.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

final class ShippedLabs {
    /** A fixed list: somebody else's lab may have been cloned into the folder. */
    static final Set<String> FOLDERS = Set.of("first-cluster", "first-hybrid", "four-machines", "ha-control-plane",
            "handbook-windows", "kiamol-ch18", "kiamol-ch18/1809", "l2bridge", "mixed-builds", "rancher",
            "upstream-tor");

    private ShippedLabs() {
    }

    /** Compares real paths: a linked folder, or a linked lab file, uses templates of another owner. */
    static boolean have(Path labFile, Path home) {
        try {
            Path labs = home.resolve("labs").toRealPath();
            Path folder = labFile.toAbsolutePath().getParent().toRealPath();
            return folder.startsWith(labs) && FOLDERS.contains(labs.relativize(folder).toString().replace('\\', '/'));
        } catch (IOException e) {
            return false;
        }
    }
}
