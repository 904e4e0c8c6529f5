package org.hybridlab.real;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.template.PowerShellGrammar;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.UserFolders;

/** The image of the stand-in for a Windows machine: the lab's Linux box, node of this host, and our interpreter. */
final class StandInImage {
    private static final String NAME = "hybridlab/standin:test";

    /** Wine's, of the tests that run Windows programs on this host; machines only read it. */
    static final Path PREFIX = Path.of("target/wine/prefix").toAbsolutePath();

    /**
     * With all that node is linked with, which in Debian's package is nearly all of it, and some of its own modules.
     */
    private static final String COPY = """
            set -e
            node=$(readlink -f "$(command -v node)")
            rm -rf "$0/node" "$0/nodejs" "$0/powershell"
            mkdir "$0/node" "$0/nodejs"
            cp "$node" "$0/node/node"
            ldd "$node" | sed -n 's/.*=> \\(\\/[^ ]*\\) .*/\\1/p' | xargs cp -L -t "$0/node"
            cp -L "$(ldd "$node" | sed -n 's/^[[:space:]]*\\(\\/[^ ]*ld-linux[^ ]*\\) .*/\\1/p')" "$0/node/ld.so"
            for module in acorn acorn-walk cjs-module-lexer undici; do
                [ ! -e "/usr/share/nodejs/$module" ] || cp -rL "/usr/share/nodejs/$module" "$0/nodejs/"
            done
            cp -r src/test/powershell "$0/powershell"
            """;

    private StandInImage() {
    }

    /** Takes seconds; the grammar is downloaded and kwok built, if they are not there. */
    static void build(RealLab lab) throws IOException {
        PowerShellGrammar.install();
        Path home = Path.of("").toAbsolutePath();
        Path context = home.resolve("target/standin");
        Files.createDirectories(context);
        String box = Boxes.of(home, context, Map.of(), command -> command, new LocalProcesses())
                .name(ProviderName.DOCKER, lab.lab().kubernetes(), Arch.ofThisHost());
        lab.host("sh", "-c", COPY, context.toString());
        lab.host("cp", kwok(home, lab.lab()).toString(), context.resolve("kwok").toString());
        lab.host("sh", "-c", "[ -e \"$0/complete\" ] || src/test/wine/make-prefix \"$0\"", PREFIX.toString());
        lab.host("docker", "build", "--quiet", "--build-arg", "BOX=" + box, "--tag", NAME, "--file",
                context.resolve("powershell/standin/Dockerfile").toString(), context.toString());
    }

    /** The user's, as {@code up --simulate-windows} has it. */
    private static Path kwok(Path home, Lab lab) {
        Path cache = UserFolders.of(System.getenv(), Path.of(System.getProperty("user.home"))).cache();
        return Bundles.of(home, cache, System.getenv(), new LocalProcesses()).get(lab.kubernetes(), Group.SIMULATION,
                Arch.ofThisHost(), new Fetching(line -> { }, new Cancellation())).file("kwok");
    }
}
