package org.hybridlab.cli.command;

import org.hybridlab.cli.support.Session;
import org.hybridlab.config.file.LabSchema;
import picocli.CommandLine.Command;

/** The JSON Schema of lab files. */
@Command(name = "schema", footerHeading = "%nExample:%n", footer = "  hybridlab schema > lab.schema.json")
public final class SchemaCommand implements Runnable {
    private final Session session;

    public SchemaCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        session.out().print(LabSchema.json());
        session.out().flush();
    }
}
