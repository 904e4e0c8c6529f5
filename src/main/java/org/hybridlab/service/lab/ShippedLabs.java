package org.hybridlab.service.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** The labs that come with hybridlab, below the folder {@code labs} of the installation. */
final class ShippedLabs {
    /** Not what lies there: somebody else's lab may have been cloned into that folder. */
    static final Set<String> FOLDERS = Set.of("first-cluster", "first-hybrid", "four-machines", "ha-control-plane",
            "handbook-windows", "kiamol-ch18", "kiamol-ch18/1809", "l2bridge", "mixed-builds", "rancher",
            "upstream-tor");

    private ShippedLabs() {
    }

    /**
     * Whether that lab file is of one of them, by the real path of its folder: a link in the installation leads to
     * somebody's folder, and a lab file that is a link brings the templates of the folder that it lies in.
     *
     * @param home the installation
     */
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
