package org.hybridlab.service;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.FilePlace;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.service.context.CancellableScope;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.LabInUse;
import org.hybridlab.service.lab.LabService;

/** Writes how far a lab's Windows machines came, without the secrets that are recognised. Overwrites nothing. */
public record WindowsReportService(ServiceContext context) {
    /**
     * @param to empty: a file of the lab's name in the current folder
     * @return the file
     * @throws LabException {@code no-real-windows}, {@code lab-not-up} or {@code report-exists} (exit 2),
     *         {@code report-not-written} (exit 3)
     */
    public Path write(NamedLab lab, Optional<Path> to) {
        LabService labs = new LabService(context);
        OpenLab open = labs.asItIs(lab);
        boolean isThere = open.workspace().exists();
        // How those of a new lab come up, nobody knows yet.
        if ((isThere ? open.lab().madeWindowsMachines() : open.lab().windowsMachines()).isEmpty()) {
            throw LabException.invalid("no-real-windows", "%s has no Windows machines but simulated ones."
                    .formatted(lab.word()), "Only a lab with real Windows machines has something to report.");
        }
        if (!isThere) {
            throw LabInUse.of(lab, context).notUp();
        }
        labs.needTrust(open);
        Path file = context.directory().resolve(to.orElseGet(() ->
                Path.of("windows-report-%s.json".formatted(open.lab().name()))));
        mustBePossible(file);
        LabContext labContext = labs.labContext(open);
        try (CancellableScope ignored = context.listener().cancellable()) {
            write(file, new WindowsReportParts(context, labContext, lab.word(), labs.standIns()).text());
        }
        return file;
    }

    /** Reading the machines takes minutes. */
    private static void mustBePossible(Path file) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw exists(file);
        }
        FilePlace.trouble(file).ifPresent(why -> {
            throw notWritten(file, why);
        });
    }

    private static void write(Path file, String report) {
        try {
            Files.writeString(file, report, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw exists(file).causedBy(e);
        } catch (IOException e) {
            throw notWritten(file, e.getMessage()).causedBy(e);
        }
    }

    private static LabException exists(Path file) {
        return LabException.invalid("report-exists", file + " is there already.",
                "Name another file with --to, or move this one away.");
    }

    private static LabException notWritten(Path file, String why) {
        return LabException.hostNotReady("report-not-written", "%s cannot be written: %s".formatted(file, why),
                "Name a file in a folder that is yours.");
    }
}
