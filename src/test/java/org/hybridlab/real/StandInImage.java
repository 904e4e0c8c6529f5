package org.hybridlab.real;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.box.Boxes;
import org.hybridlab.lab.Arch;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.process.LocalProcesses;
import org.hybridlab.render.PowerShellGrammar;

/** The image of the stand-in for a Windows machine: the lab's Linux box, node of this host, and our interpreter. */
final class StandInImage {
    private static final String NAME = "hybridlab/standin:test";

    private StandInImage() {
    }

    /** Takes seconds; nothing is downloaded but the grammar, if it is not there. */
    static void build(RealLab lab) throws IOException {
        PowerShellGrammar.install();
        Path home = Path.of("").toAbsolutePath();
        Path context = home.resolve("target/standin");
        Files.createDirectories(context);
        String box = Boxes.of(home, context, Map.of(), command -> command, new LocalProcesses())
                .name(ProviderName.DOCKER, lab.lab().kubernetes(), Arch.ofThisHost());
        lab.host("sh", "-c", "cp \"$(readlink -f \"$(command -v node)\")\" \"$0/node\" && rm -rf \"$0/powershell\" "
                + "&& cp -r src/test/powershell \"$0/powershell\"", context.toString());
        lab.host("docker", "build", "--quiet", "--build-arg", "BOX=" + box, "--tag", NAME, "--file",
                context.resolve("powershell/standin/Dockerfile").toString(), context.toString());
    }
}
