package org.hybridlab.config.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;

/** A lab file that a test writes into a folder. */
record WrittenLab(Path folder) {
    /** What a file gets that leaves its machines' network open. */
    static final Cidr OPEN = Cidr.parse("192.168.57.0/24");

    Path write(String text) throws IOException {
        return Files.writeString(Files.createDirectories(folder).resolve("lab.yaml"), text);
    }

    LabReading reading(String text) throws IOException {
        return LabFile.read(write(text), OPEN);
    }

    Lab lab(String text) throws IOException {
        return reading(text).orThrow();
    }
}
