package org.hybridlab.provider.vagrant;

import java.nio.file.Path;
import java.util.Map;

/** The environment that every vagrant that hybridlab starts gets. */
final class VagrantEnvironment {
    private VagrantEnvironment() {
    }

    static Map<String, String> of(Path folder) {
        return Map.of(
                // The user's own settings of these would lead to another Vagrantfile or another state.
                "VAGRANT_CWD", folder.toString(),
                "VAGRANT_DOTFILE_PATH", folder.resolve(".vagrant").toString(),
                // In full: where the folder has none, Vagrant would look for that name in the folders above, and run
                // it.
                "VAGRANT_VAGRANTFILE", folder.resolve("Vagrantfile").toAbsolutePath().toString(),
                // Tells a vagrant whose hybridlab was killed from one that somebody else runs here.
                VagrantLeftBehind.OWNER, Long.toString(ProcessHandle.current().pid()),
                "VAGRANT_NO_COLOR", "1",
                // No calls home: they cost seconds, and hang where there is no internet.
                "VAGRANT_CHECKPOINT_DISABLE", "1",
                "VAGRANT_BOX_UPDATE_CHECK_DISABLE", "1");
    }
}
