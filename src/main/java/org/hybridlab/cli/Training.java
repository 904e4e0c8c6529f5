package org.hybridlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

import org.hybridlab.cli.support.ResultStream;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cli.support.UserInput;

/** Runs commands in one process to create the launcher's class-data archive, for faster starts. */
public final class Training {
    private Training() {
    }

    public static void main(String[] arguments) throws Exception {
        Session quiet = quiet();
        Main.run(quiet, "--help");
        Main.run(quiet, "doctor", "--help");
        Main.run(quiet, "--version");
        Main.run(quiet, "validate", "first-cluster");
        Main.run(quiet, "graph", "first-cluster");
        Main.run(quiet, "doctor", "--output", "json", "--provider", "docker");
        try (TrainingLab lab = TrainingLab.open(quiet.processes())) {
            Session there = lab.session(quiet);
            Main.run(there, "plan", lab.word());
            Main.run(there, "status", lab.word());
        }
        loadOwn();
    }

    static Session quiet() {
        Session real = Session.ofThisProcess(ResultStream.standardOutput());
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return new Session(real.options(), nowhere, nowhere, real.environment(), real.directory(), real.userHome(),
                real.folders(), real.processes(), real.foreground(), real.cancellation(), UserInput.ofNobody(),
                false, false);
    }

    /** The other commands need a real lab, so their classes are loaded by name. */
    private static void loadOwn() throws IOException, ClassNotFoundException, URISyntaxException {
        String own = Training.class.getPackageName().replaceFirst("\\.cli$", "").replace('.', '/') + "/";
        // The URL's path would have %20 for a space.
        Path file = Path.of(Training.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (JarFile jar = new JarFile(file.toFile())) {
            for (String name : jar.stream().map(JarEntry::getName).filter(one -> one.startsWith(own)
                    && one.endsWith(".class")).toList()) {
                Class.forName(name.replaceFirst("\\.class$", "").replace('/', '.'), false,
                        Training.class.getClassLoader());
            }
        }
    }
}
