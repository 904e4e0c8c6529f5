package org.hybridlab.service.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.cli.Call;
import org.hybridlab.common.process.Command;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.io.TempDir;

/** A lab that did not come with hybridlab, in a world where every program answers with nothing. */
abstract class StrangersLab {
    static final String PLAIN = """
            name: duo
            provider: %s
            machines:
              - {name: control, role: control-plane, memory: 3GiB}
            """;
    @TempDir
    Path home;
    final FakePrograms programs = new FakePrograms();
    final List<Command> ran = programs.commands;

    String folder() {
        return home.resolve("downloads/duo").toString();
    }

    Path lab(String text) throws IOException {
        return Files.writeString(Files.createDirectories(Path.of(folder())).resolve("lab.yaml"), text);
    }

    void known(Path lab, ProviderName provider) {
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(TestKnownLab.of("duo",
                lab.resolveSibling(".hybridlab").toString(), provider, "192.168.57.0/24"));
    }

    Call call(Map<String, String> environment, String... words) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString());
        all.put("VAGRANT_HOME", home.resolve("vagrant").toString());
        return Call.of(home, all, programs, words);
    }
}
